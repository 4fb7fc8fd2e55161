import { describe, expect, it } from 'vitest'
import { parseFiscalDay } from '#domain/calendar/east-africa.ts'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { type AggregateRow, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { breakdown } from '#domain/reports/breakdown.ts'
import { isMonth, vatWorksheet } from '#domain/reports/vat-worksheet.ts'

function sold(kind: AggregateRow['kind'], key: string, gross: number, period = '2026-11'): AggregateRow {
  return { kind, period, key, figures: { ...ZERO_FIGURES, gross: toCents(gross), count: 1 } }
}

describe('sales by product, category, customer and operator', () => {
  const rows = [
    sold('month-product', 'sugar', 500),
    sold('month-product', 'rice', 700),
    sold('month-product', 'sugar', 400, '2026-10'),
    sold('month-product', '', 50),
    sold('month-customer', 'juma', 9_000),
  ]
  const own = (key: string) => key
  it('adds up the months of each product, largest first, and keeps unsaved ones', () => {
    const lines = breakdown(rows, 'product', own)
    expect(lines.map(({ key, figures }) => [key, figures.gross])).toEqual([
      ['sugar', 900],
      ['rice', 700],
      ['', 50],
    ])
  })
  it('adds up the products of a category to the same sum', () => {
    const lines = breakdown(rows, 'category', (key) => (key === '' ? '' : 'food'))
    expect(lines.map(({ key, figures }) => [key, figures.gross])).toEqual([
      ['food', 1_600],
      ['', 50],
    ])
  })
  it('leaves out what only was refunded in the period', () => {
    const refund = { ...ZERO_FIGURES, refundedCount: 1, refundedGross: toCents(5) }
    const row: AggregateRow = { kind: 'month-customer', period: '2026-11', key: 'asha', figures: refund }
    expect(breakdown([...rows, row], 'customer', own).map(({ key }) => key)).toEqual(['juma'])
  })
})

describe('the VAT return worksheet of a month (tanzania-facts §11.27)', () => {
  it('deducts only the VAT of confirmed receipts, and leaves refunds in the sales', () => {
    const total = {
      ...ZERO_FIGURES,
      vat: toCents(18_000),
      refundedVat: toCents(1_800),
      perLetter: { A: { net: toCents(100_000), tax: toCents(18_000) } },
    }
    const sheet = vatWorksheet(
      { total: { ...total, canceledCount: 2 } },
      { provenVat: toCents(5_000), unprovenVat: toCents(700) },
      { vat: toCents(360), counted: 1 },
    )
    expect(sheet).toMatchObject({ outputVat: 18_000, inputVat: 5_000, payable: 13_000, unprovenVat: 700 })
    expect(sheet).toMatchObject({ canceledVat: 360, canceled: { all: 2, counted: 1 } })
    expect(sheet.sales).toEqual([{ letter: 'A', net: 100_000, tax: 18_000, gross: 118_000 }])
    const owing = vatWorksheet(
      { total: ZERO_FIGURES },
      { provenVat: toCents(5), unprovenVat: ZERO_CENTS },
      { vat: ZERO_CENTS, counted: 0 },
    )
    expect(owing.payable).toBe(-5)
  })
  it('is about whole months only', () => {
    const day = (text: string) => {
      const parsed = parseFiscalDay(text)
      if (!parsed) throw new Error(text)
      return parsed
    }
    expect(isMonth({ from: day('2028-02-01'), to: day('2028-02-29') })).toBe(true)
    expect(isMonth({ from: day('2028-02-01'), to: day('2028-02-28') })).toBe(false)
    expect(isMonth({ from: day('2026-01-01'), to: day('2026-12-31') })).toBe(false)
  })
})
