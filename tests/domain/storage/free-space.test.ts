import { expect, it } from 'vitest'
import { classifyFreeSpace } from '#domain/storage/free-space.ts'

const MEGABYTE = 1024 * 1024

it('warns while there is still time, and says when a save may fail (the phone is never full by surprise)', () => {
  expect(classifyFreeSpace({ usage: 50 * MEGABYTE, quota: 10_000 * MEGABYTE })).toBe('plenty')
  expect(classifyFreeSpace({ usage: 9_100 * MEGABYTE, quota: 10_000 * MEGABYTE })).toBe('low')
  expect(classifyFreeSpace({ usage: 50 * MEGABYTE, quota: 149 * MEGABYTE })).toBe('low')
  expect(classifyFreeSpace({ usage: 50 * MEGABYTE, quota: 59 * MEGABYTE })).toBe('none')
  expect(classifyFreeSpace({ usage: 60 * MEGABYTE, quota: 50 * MEGABYTE })).toBe('none')
})
