import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { splitInclusive } from '#domain/tax/split-inclusive.ts'
import { percent, tsh } from '../example-invoice.ts'

describe('splitInclusive', () => {
  it.each([
    // From a receipt on the authority's portal.
    [58_000, 49_152.54, 8_847.46],
    [1_000, 847.46, 152.54],
    [999, 846.61, 152.39],
    [7_125, 6_038.14, 1_086.86],
    // Net 10000 + tax 1800 = 11800, and 118000 incl. A: public figures of field integrations.
    [11_800, 10_000, 1_800],
    [118_000, 100_000, 18_000],
    // Subscription, installation and both, of spec §1.
    [69_620, 59_000, 10_620],
    [142_780, 121_000, 21_780],
    [212_400, 180_000, 32_400],
  ])('splits %d at 18 percent into %d and %d (portal and public figures)', (gross, net, tax) => {
    expect(splitInclusive(tsh(gross), percent(18))).toEqual({ net: tsh(net), tax: tsh(tax) })
  })

  it('always adds up to the gross and never takes more tax than one half cent off the exact share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_900 }),
        fc.integer({ min: 0, max: 10_000 }),
        (gross, rate) => {
          const { net, tax } = splitInclusive(toCents(gross), toBasisPoints(rate))
          expect(net + tax).toBe(gross)
          expect(tax).toBeGreaterThanOrEqual(0)
          const off = BigInt(net) * BigInt(10_000 + rate) - BigInt(gross) * 10_000n
          const bound = BigInt(10_000 + rate)
          expect(off * 2n <= bound && off * 2n >= -bound).toBe(true)
        },
      ),
    )
  })

  it('leaves an untaxed amount whole', () => {
    expect(splitInclusive(tsh(6_400), percent(0))).toEqual({ net: tsh(6_400), tax: 0 })
  })
})
