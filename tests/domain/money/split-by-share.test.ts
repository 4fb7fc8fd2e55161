import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { splitByShare } from '#domain/money/split-by-share.ts'

const shares = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 20 })
const total = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map(toCents)

describe('splitByShare', () => {
  it('gives parts that add up to the total', () => {
    fc.assert(
      fc.property(total, shares, (amount, weights) => {
        expect(splitByShare(amount, weights).reduce((sum, part) => sum + part, 0)).toBe(amount)
      }),
    )
  })

  it('gives no part that is a cent or more away from its exact share', () => {
    fc.assert(
      fc.property(total, shares, (amount, weights) => {
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        fc.pre(whole > 0)
        splitByShare(amount, weights).forEach((part, index) => {
          // |part − amount·w/W| < 1 without a fraction: |part·W − amount·w| < W
          const difference = BigInt(part) * BigInt(whole) - BigInt(amount) * BigInt(weights[index] ?? 0)
          expect(difference < BigInt(whole) && difference > -BigInt(whole)).toBe(true)
        })
      }),
    )
  })

  it.each([
    [1000, [1, 1, 1], [334, 333, 333]],
    [-1000, [1, 1, 1], [-334, -333, -333]],
    [5, [0, 0], [5, 0]],
    [100, [0, 1, 0], [0, 100, 0]],
    [1, [1, 2], [0, 1]],
    [0, [3, 4], [0, 0]],
  ])('splits %i over %j into %j', (amount, weights, parts) => {
    expect(splitByShare(toCents(amount), weights)).toEqual(parts)
  })

  it('gives nothing for no shares', () => {
    expect(splitByShare(toCents(100), [])).toEqual([])
  })
})
