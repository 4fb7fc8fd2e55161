import { expect, it } from 'vitest'
import { bytesText } from '#domain/text/bytes-text.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1249, '1.2 kB'],
  [9_960, '10 kB'],
  [999_600, '1.0 MB'],
  [12_300_000, '12 MB'],
  [10_737_418_240, '11 GB'],
  [5e15, '5000000 GB'],
  [-3, '0 B'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text.replace(' ', '\u00a0'))
})
