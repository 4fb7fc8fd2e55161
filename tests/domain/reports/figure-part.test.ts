import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { type AggregateRow, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { breakdown, invoicesIn, mergeCustomerRows, soldRows } from '#domain/reports/breakdown.ts'
import { type Figure, figurePart } from '#domain/reports/figure-part.ts'
import { allDeltas, totalFigures } from '#domain/reports/invoice-deltas.ts'
import { salesByLetter, salesByPayment } from '#domain/reports/sales-report.ts'
import { exampleInvoice, exampleReceipt, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'

const march = { from: '2026-03-01' as FiscalDay, to: '2026-03-31' as FiscalDay }

const anyInvoice: fc.Arbitrary<Invoice> = fc
  .tuple(
    anyContent,
    fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'),
    fc.boolean(),
    fc.option(fc.constantFrom('2026-03-31', '2026-04-01'), { nil: undefined }),
  )
  .map(([content, issuedDay, canceled, refundedOn]) => {
    const invoice = exampleInvoice({
      ...content,
      totals: invoiceTotals(content, true),
      status: canceled ? 'canceled' : 'issued',
      receipt: exampleReceipt({ issuedDay: issuedDay as FiscalDay }),
    })
    if (refundedOn === undefined) return invoice
    const note = { day: refundedOn as FiscalDay, lines: [], perLetter: [], total: tsh(7) }
    return { ...invoice, creditNotes: [{ ...noteParts, ...note }] }
  })
const noteParts = {
  ...{ id: 'note', number: 1, originalRctvnum: 'A', at: exampleInvoice().saleAt, by: 'x', reason: 'y' },
  paidBy: 'cash' as const,
}

it('the parts of all invoices add up to each figure of the report', () => {
  fc.assert(
    fc.property(fc.array(anyInvoice, { maxLength: 8 }), (invoices) => {
      const sum = (figure: Figure) =>
        invoices.reduce((all, invoice) => all + (figurePart(invoice, figure, march) ?? 0), 0)
      const deltas = invoices.flatMap(allDeltas)
      const total = totalFigures(
        deltas.filter(({ kind, period }) => kind === 'day' && period >= march.from && period <= march.to),
      )
      const { gross, net, vat, discount, refundedGross: refunded, canceledGross: canceled } = total
      const whole = { gross, net, vat, discount, refunded, canceled }
      for (const by of ['gross', 'net', 'vat', 'discount', 'refunded', 'canceled'] as const) {
        expect(sum({ by })).toBe(whole[by])
      }
      for (const { letter, gross } of salesByLetter(total)) expect(sum({ by: 'letter', letter })).toBe(gross)
      for (const { type, amount } of salesByPayment(total)) expect(sum({ by: 'payment', type })).toBe(amount)
      const month = deltas.filter(({ period }) => period === '2026-03')
      for (const { key, figures } of breakdown(month, 'product', (id) => id)) {
        expect(sum({ by: 'product', ids: new Set([key]) })).toBe(figures.gross)
      }
      for (const { key, figures } of breakdown(month, 'operator', (id) => id)) {
        expect(sum({ by: 'operator', id: key })).toBe(figures.gross)
      }
      for (const { key, figures } of breakdown(month, 'customer', (id) => id)) {
        expect(sum({ by: 'customer', ids: new Set([key]) })).toBe(figures.gross)
      }
    }),
  )
})

it('a category, a product and both choose the rows of their products; the empty one those without (spec §9)', () => {
  const row = (kind: AggregateRow['kind'], key: string): AggregateRow => {
    return { kind, key, period: '2026-03', figures: ZERO_FIGURES }
  }
  const rows = [
    ...['sugar', 'salt', 'bag', ''].map((key) => row('month-product', key)),
    row('month-customer', 'bag'),
  ]
  const categoryOf = (id: string) => (id === 'sugar' || id === 'salt' ? 'Food' : '')
  const chosen = (filter: Parameters<typeof soldRows>[1]) =>
    soldRows(rows, filter, categoryOf).map(({ key }) => key)
  expect(chosen({})).toEqual(['sugar', 'salt', 'bag', ''])
  expect(chosen({ category: 'Food' })).toEqual(['sugar', 'salt'])
  expect(chosen({ category: '' })).toEqual(['bag', ''])
  expect(chosen({ category: 'Food', product: 'salt' })).toEqual(['salt'])
  expect(chosen({ category: 'Food', product: 'bag' })).toEqual([])
  expect(chosen({ product: '' })).toEqual([''])
})

it('the sales of merged customers and the invoices behind them are the same, whatever was merged into whom (spec §6)', () => {
  const ids = ['', 'asha', 'juma', 'neema', 'zawadi']
  const anySales = fc.array(fc.constantFrom(...ids), { maxLength: 8 })
  const anyMerge = fc.record({
    asha: fc.constantFrom('asha', 'neema'),
    juma: fc.constantFrom('juma', 'asha'),
  })
  fc.assert(
    fc.property(anySales, anyMerge, (sales, into) => {
      const juma = into.juma === 'asha' ? into.asha : 'juma'
      const mergedInto = (id: string) => (id === 'juma' ? juma : id === 'asha' ? into.asha : id)
      const invoices = sales.map((id) =>
        exampleInvoice({
          customer: { ...exampleInvoice().customer, customerId: id === '' ? null : id },
          status: 'issued',
          receipt: exampleReceipt({ issuedDay: march.from }),
        }),
      )
      const merged = mergeCustomerRows(invoices.flatMap(allDeltas), mergedInto)
      expect(invoicesIn(merged.rows)).toBe(sales.length)
      const lines = breakdown(merged.rows, 'customer', (id) => id)
      expect(new Set(lines.map(({ key }) => key))).toEqual(new Set(sales.map(mergedInto)))
      for (const { key, figures } of lines) {
        const figure = { by: 'customer', ids: merged.idsOf(key) } as const
        const behind = invoices.flatMap((invoice) => figurePart(invoice, figure, march) ?? [])
        expect(behind).toHaveLength(figures.count)
        expect(behind.reduce((all, part) => all + part, 0)).toBe(figures.gross)
      }
    }),
  )
})
