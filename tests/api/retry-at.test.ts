import { expect, it } from 'vitest'
import type { Refused } from '#api/failure.ts'
import { retryAtOf } from '#api/retry-at.ts'

const refused = (retryAfterMs: number | null): Refused => ({
  kind: 'refused',
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  message: '',
  fields: [],
  data: {},
  retryAfterMs,
})

it('a wait of a minute or more ends at a moment of this phone', () => {
  expect(retryAtOf(refused(60_000), 1_000)).toBe(61_000)
  expect(retryAtOf(refused(3_600_000), 1_000)).toBe(3_601_000)
})

it('a shorter wait, or none, names no moment', () => {
  expect(retryAtOf(refused(59_000), 1_000)).toBeUndefined()
  expect(retryAtOf(refused(null), 1_000)).toBeUndefined()
  expect(retryAtOf({ kind: 'unreachable' }, 1_000)).toBeUndefined()
})
