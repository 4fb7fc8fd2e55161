import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type FiscalReceipt, fiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import { zReport } from '#domain/fiscal/z-report.ts'
import { letterTotals } from '#domain/invoices/invoice-totals.ts'
import { sumCents } from '#domain/money/cents.ts'
import { percent, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'
import { exampleNumbers, exampleSeller } from './example-numbers.ts'

type DayReceipt = Pick<FiscalReceipt, 'totalIncludingTax' | 'discount' | 'vatTotals' | 'payments'>

describe('zReport', () => {
  const day = '2026-03-02' as FiscalDay
  const taxed = (gross: number) => ({ letter: 'A', rate: percent(18), gross: tsh(gross) }) as const
  const untaxed = (letter: 'C' | 'E', gross: number) =>
    ({ letter, rate: percent(0), gross: tsh(gross) }) as const

  it('closes the shared example day to its published figures', () => {
    const receipts: DayReceipt[] = [
      {
        totalIncludingTax: tsh(22_760),
        discount: tsh(1_000),
        vatTotals: letterTotals([taxed(12_500), taxed(2_360), untaxed('C', 6_400), untaxed('E', 1_500)]),
        payments: [
          { type: 'CASH', amount: tsh(20_000) },
          { type: 'EMONEY', amount: tsh(2_760) },
        ],
      },
      {
        totalIncludingTax: tsh(59_000),
        discount: tsh(0),
        vatTotals: letterTotals([taxed(59_000)]),
        payments: [{ type: 'EMONEY', amount: tsh(59_000) }],
      },
      {
        totalIncludingTax: tsh(7_500),
        discount: tsh(0),
        vatTotals: letterTotals([untaxed('C', 7_500)]),
        payments: [{ type: 'CASH', amount: tsh(7_500) }],
      },
    ]
    expect(zReport(day, tsh(1_000_000), receipts)).toEqual({
      day,
      znumber: '20260302',
      dailyTotal: tsh(89_260),
      gross: tsh(1_089_260),
      discounts: tsh(1_000),
      ticketsFiscal: 3,
      vatTotals: [
        { letter: 'A', rate: 1800, net: tsh(62_593.22), tax: tsh(11_266.78) },
        { letter: 'B', rate: 0, net: 0, tax: 0 },
        { letter: 'C', rate: 0, net: tsh(13_900), tax: 0 },
        { letter: 'D', rate: 0, net: 0, tax: 0 },
        { letter: 'E', rate: 0, net: tsh(1_500), tax: 0 },
      ],
      payments: [
        { type: 'CASH', amount: tsh(27_500) },
        { type: 'CHEQUE', amount: 0 },
        { type: 'CCARD', amount: 0 },
        { type: 'EMONEY', amount: tsh(61_760) },
        { type: 'INVOICE', amount: 0 },
      ],
    })
  })

  it('reports a day without sales with zeros over the gross of the day before', () => {
    const nil = zReport(day, tsh(5), [])
    expect(nil).toMatchObject({ dailyTotal: 0, gross: tsh(5), ticketsFiscal: 0 })
    expect(nil.vatTotals.map(({ letter }) => letter).join('')).toBe('ABCDE')
    expect(nil.payments).toHaveLength(5)
  })

  it('is consistent for any day: total = Σ payments = Σ net + Σ tax', () => {
    fc.assert(
      fc.property(fc.array(anyContent, { maxLength: 8 }), (contents) => {
        const report = zReport(
          day,
          tsh(0),
          contents.map((content) => fiscalReceipt(content, true, exampleNumbers, exampleSeller)),
        )
        expect(sumCents(report.payments.map(({ amount }) => amount))).toBe(report.dailyTotal)
        expect(report.vatTotals.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(report.dailyTotal)
        expect(report.gross).toBe(report.dailyTotal)
      }),
    )
  })
})
