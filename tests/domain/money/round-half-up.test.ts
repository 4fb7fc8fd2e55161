import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { timesRatio } from '#domain/money/round-half-up.ts'

/** Long division with the remainder looked at: another way to the same rule. */
function byLongDivision(amount: number, numerator: number, denominator: number): bigint {
  const product = BigInt(amount) * BigInt(numerator)
  const by = BigInt(denominator)
  const magnitude = product < 0n ? -product : product
  const up = (magnitude % by) * 2n >= by ? 1n : 0n
  return (product < 0n ? -1n : 1n) * (magnitude / by + up)
}

describe('timesRatio', () => {
  it('agrees with long division in big integers, far beyond 2^53 in between', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999_900, max: 99_999_999_900 }),
        fc.integer({ min: 0, max: 50_000_000 }),
        fc.integer({ min: 1_000, max: 100_000_000 }),
        (amount, numerator, denominator) => {
          const expected = byLongDivision(amount, numerator, denominator)
          fc.pre(expected <= BigInt(Number.MAX_SAFE_INTEGER) && expected >= -BigInt(Number.MAX_SAFE_INTEGER))
          expect(BigInt(timesRatio(toCents(amount), numerator, denominator))).toBe(expected)
        },
      ),
    )
  })

  it.each([
    [1, 1, 2, 1],
    [3, 1, 2, 2],
    [-1, 1, 2, -1],
    [-3, 1, 2, -2],
    [5, 1, 10, 1],
    [4, 1, 10, 0],
    [-4, 1, 10, 0],
    [0, 7, 9, 0],
  ])('rounds %i × %i ÷ %i half away from zero to %i', (amount, numerator, denominator, expected) => {
    expect(timesRatio(toCents(amount), numerator, denominator)).toBe(expected)
  })

  it('refuses a denominator that is not positive and a result that is no safe integer', () => {
    expect(() => timesRatio(toCents(1), 1, 0)).toThrow(RangeError)
    expect(() => timesRatio(toCents(Number.MAX_SAFE_INTEGER), 2, 1)).toThrow(RangeError)
  })
})
