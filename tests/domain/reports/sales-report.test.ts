import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { presetRange } from '#domain/calendar/period-presets.ts'
import { FISCAL_PAYMENT_TYPES, fiscalPayments } from '#domain/fiscal/fiscal-receipt.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { sumCents } from '#domain/money/cents.ts'
import { mergeAggregates } from '#domain/reports/aggregate.ts'
import { allDeltas, countedDay } from '#domain/reports/invoice-deltas.ts'
import { addSalesByHour, byHour, byWeekday, NO_SALES_BY_HOUR } from '#domain/reports/sales-by-hour.ts'
import { salesByWeekdayAndMonth } from '#domain/reports/sales-by-weekday.ts'
import {
  comparedRange,
  daysIn,
  percentChange,
  salesByLetter,
  salesByPayment,
  salesReport,
} from '#domain/reports/sales-report.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'
import { eat, exampleInvoice, exampleReceipt, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'

const day = (text: string) => text as FiscalDay
const RANGES = [
  { from: day('2026-03-02'), to: day('2026-03-31') },
  { from: day('2026-01-01'), to: day('2026-12-31') },
  { from: day('2026-03-02'), to: day('2026-03-02') },
] as const

const anyInvoice: fc.Arbitrary<Invoice> = fc
  .tuple(
    anyContent,
    fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-31', '2026-04-01', '2025-12-31'),
    fc.boolean(),
  )
  .map(([content, issuedDay, canceled]) =>
    exampleInvoice({
      ...content,
      totals: invoiceTotals(content, true),
      status: canceled ? 'canceled' : 'issued',
      receipt: exampleReceipt({ issuedDay: day(issuedDay) }),
    }),
  )

describe('the sales report (spec §1)', () => {
  it('has the sums of a scan of the invoices of its days: whole, per tax letter, per payment type, and per part', () => {
    fc.assert(
      fc.property(fc.array(anyInvoice, { maxLength: 8 }), fc.constantFrom(...RANGES), (invoices, range) => {
        const { total, parts } = salesReport(range, mergeAggregates(invoices.flatMap(allDeltas)))
        const sold = invoices.filter((one) => countedDay(one) >= range.from && countedDay(one) <= range.to)
        const canceled = sold.filter(({ status }) => status === 'canceled')
        expect(total.count).toBe(sold.length)
        expect(total.gross).toBe(sumCents(sold.map(({ totals }) => totals.totalIncludingTax)))
        expect(total.net).toBe(sumCents(sold.map(({ totals }) => totals.totalExcludingTax)))
        expect(total.vat).toBe(sumCents(sold.map(({ totals }) => totals.totalVat)))
        expect(total.discount).toBe(sumCents(sold.map(({ totals }) => totals.totalDiscount)))
        expect(total.canceledGross).toBe(sumCents(canceled.map(({ totals }) => totals.totalIncludingTax)))
        for (const letter of TAX_LETTERS) {
          const own = sold.flatMap(({ totals }) => totals.perLetter.filter((one) => one.letter === letter))
          const shown = salesByLetter(total).find((one) => one.letter === letter)
          expect(shown?.net ?? 0).toBe(sumCents(own.map(({ net }) => net)))
          expect(shown?.tax ?? 0).toBe(sumCents(own.map(({ tax }) => tax)))
        }
        for (const type of FISCAL_PAYMENT_TYPES) {
          const own = sold.flatMap(({ payments, totals }) =>
            fiscalPayments(payments, totals.totalIncludingTax).filter((one) => one.type === type),
          )
          const shown = salesByPayment(total).find((one) => one.type === type)
          expect(shown?.amount ?? 0).toBe(sumCents(own.map(({ amount }) => amount)))
        }
        expect(sumCents(parts.map(({ figures }) => figures.gross))).toBe(total.gross)
      }),
      { numRuns: 100 },
    )
  })

  it('lists days newest first, and months when there are more than 62 days, none reaching beyond the period', () => {
    const rows = mergeAggregates(
      ['2026-03-02', '2026-03-31', '2026-04-01'].flatMap((issuedDay) =>
        allDeltas(
          exampleInvoice({ status: 'issued', receipt: exampleReceipt({ issuedDay: day(issuedDay) }) }),
        ),
      ),
    )
    const short = salesReport({ from: day('2026-03-01'), to: day('2026-03-31') }, rows)
    expect(short.parts.map(({ from, to }) => [from, to])).toEqual([
      ['2026-03-31', '2026-03-31'],
      ['2026-03-02', '2026-03-02'],
    ])
    const long = salesReport({ from: day('2026-03-02'), to: day('2026-06-10') }, rows)
    expect(long.by).toBe('month')
    expect(long.parts.map(({ from, to }) => [from, to])).toEqual([
      ['2026-04-01', '2026-04-30'],
      ['2026-03-02', '2026-03-31'],
    ])
  })

  it.each([
    // A day, a week, a month, a year that are over: the same before.
    ['2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
    ['2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    // One that still runs: as many days as have passed.
    ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-23'],
    ['2026-11-23', '2026-11-29', '2026-11-16', '2026-11-16'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-11-23'],
  ])('compares %s to %s with %s to %s on 23-11-2026', (from, to, before, until) => {
    expect(comparedRange({ from: day(from), to: day(to) }, day('2026-11-23'))).toEqual({
      from: before,
      to: until,
    })
  })

  it('compares the 31st of March with all of February, a period to come with nothing, and nothing with nothing', () => {
    const march = presetRange('this-month', day('2026-03-31'))
    expect(comparedRange(march, day('2026-03-30'))).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(comparedRange(march, day('2026-02-10'))).toBeUndefined()
    expect(percentChange(tsh(150), tsh(100))).toBe(50)
    expect(percentChange(tsh(100), tsh(0))).toBeUndefined()
    expect(daysIn(march)).toBe(31)
  })
})

describe('busy hours', () => {
  it('count a sale on its weekday and hour in East Africa, in any time zone of the phone', () => {
    // 23 November 2026 is a Monday; 00:30 there is still Sunday in UTC.
    const cells = addSalesByHour(NO_SALES_BY_HOUR, [
      { saleAt: eat('2026-11-23', '00:30:00'), gross: tsh(100) },
      { saleAt: eat('2026-11-23', '10:59:59'), gross: tsh(20) },
      { saleAt: eat('2026-11-29', '10:00:00'), gross: tsh(3) },
    ])
    expect(byWeekday(cells)).toEqual([tsh(120), 0, 0, 0, 0, 0, tsh(3)])
    expect(byHour(cells)[0]).toBe(tsh(100))
    expect(byHour(cells)[10]).toBe(tsh(23))
    expect(sumCents(cells)).toBe(tsh(123))
  })

  it('of a year are given by weekday and month, with the sums of the days', () => {
    const invoice = (issuedDay: string) =>
      exampleInvoice({ status: 'issued', receipt: exampleReceipt({ issuedDay: day(issuedDay) }) })
    const gross = invoice('2026-11-23').totals.totalIncludingTax
    const rows = mergeAggregates(
      ['2026-11-23', '2026-11-30', '2026-12-06'].flatMap((one) => allDeltas(invoice(one))),
    )
    expect(salesByWeekdayAndMonth(rows)).toEqual([
      { firstDay: '2026-11-01', weekdays: [gross * 2, 0, 0, 0, 0, 0, 0] },
      { firstDay: '2026-12-01', weekdays: [0, 0, 0, 0, 0, 0, gross] },
    ])
  })
})
