import { expect, it } from 'vitest'
import { continueBurst, isScannedLabel, type KeyBurst } from '#domain/products/key-burst.ts'

function typed(text: string, pauseBefore: (at: number) => number): KeyBurst | undefined {
  let burst: KeyBurst | undefined
  let now = 1_000
  for (const [at, character] of Array.from(text).entries()) {
    now += pauseBefore(at)
    burst = continueBurst(burst, character, now)
  }
  return burst
}

it('a label that reads like a count is one code when a scanner typed it', () => {
  expect(
    isScannedLabel(
      '5X1234567',
      typed('5X1234567', () => 20),
    ),
  ).toBe(true)
})

it.each([
  ['a person typed it', '5x1234567', () => 130],
  ['a person typed the count and scanned the code', '5x1234567', (at: number) => (at < 3 ? 400 : 15)],
  ['a person typed the count, and the scanner the x too', '5x1234567', (at: number) => (at === 1 ? 300 : 15)],
  ['it is the name of goods, however quickly it came', '2*chumvi', () => 5],
])('it is a count when %s', (_, text, pauseBefore) => {
  expect(isScannedLabel(text, typed(text, pauseBefore))).toBe(false)
})

it('a text that was pasted is a count, whatever was scanned before', () => {
  expect(isScannedLabel('5x1234567', undefined)).toBe(false)
  expect(
    isScannedLabel(
      '5x1234567',
      typed('6001240100707', () => 10),
    ),
  ).toBe(false)
})
