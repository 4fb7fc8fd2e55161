import { describe, expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { type AggregateRow, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { topOfMonth } from '#domain/reports/top-of-month.ts'

function sold(key: string, gross: number, period = '2026-11'): AggregateRow {
  return {
    kind: 'month-product',
    period,
    key,
    figures: { ...ZERO_FIGURES, gross: toCents(gross), quantity: 1000 },
  }
}

describe('what sold for most (spec §1, dashboard)', () => {
  it('adds the months of a product and puts the largest first', () => {
    const rows = [sold('a', 500), sold('b', 700), sold('a', 400, '2026-10')]
    expect(topOfMonth(rows, 5)).toEqual([
      { key: 'a', gross: 900, quantity: 2000 },
      { key: 'b', gross: 700, quantity: 1000 },
    ])
  })
  it('does not count what was canceled or refunded', () => {
    const typo = sold('a', 900_000)
    const figures = { ...typo.figures, canceledGross: toCents(899_000), refundedGross: toCents(1_000) }
    expect(topOfMonth([{ ...typo, figures }, sold('b', 700)], 5).map(({ key }) => key)).toEqual(['b'])
  })
  it('leaves out sales without a saved product, products without sales, and what is beyond the limit', () => {
    const rows = [sold('', 9_000), sold('a', 0), sold('b', 1), sold('c', 3), sold('d', 3)]
    expect(topOfMonth(rows, 2).map(({ key }) => key)).toEqual(['c', 'd'])
  })
})
