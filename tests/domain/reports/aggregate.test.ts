import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import {
  type AggregateFigures,
  type AggregateRow,
  addAggregate,
  addFigures,
  aggregateId,
  mergeAggregates,
  ZERO_FIGURES,
} from '#domain/reports/aggregate.ts'
import { allDeltas, countedDay, dayDelta, monthDelta, totalFigures } from '#domain/reports/invoice-deltas.ts'
import { eat, exampleInvoice, exampleLine, exampleReceipt, percent, pieces, tsh } from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'

const days = ['2026-03-01', '2026-03-02', '2026-04-01'] as const

/** Sold invoices of three days, two operators, three kinds of customers; some canceled. */
const anyInvoice: fc.Arbitrary<Invoice> = fc
  .tuple(
    anyContent,
    fc.constantFrom(...days),
    fc.constantFrom('operator-1', 'operator-2'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([content, day, operatorId, canceled, vatRegistered]) => {
    const lines = content.lines.map((line) => (vatRegistered ? line : { ...line, rate: percent(0) }))
    return exampleInvoice({
      ...content,
      lines,
      operatorId,
      vatRegistered,
      totals: invoiceTotals({ ...content, lines }, vatRegistered),
      status: canceled ? 'canceled' : 'issued',
      receipt: exampleReceipt({ issuedDay: day as ReturnType<typeof countedDay> }),
    })
  })

const anyFigures = anyInvoice.map((invoice) => totalFigures(allDeltas(invoice)))

describe('addFigures', () => {
  it('does not depend on order or grouping, and zero changes nothing', () => {
    fc.assert(
      fc.property(anyFigures, anyFigures, anyFigures, (a, b, c) => {
        expect(addFigures(a, b)).toEqual(addFigures(b, a))
        expect(addFigures(addFigures(a, b), c)).toEqual(addFigures(a, addFigures(b, c)))
        expect(addFigures(a, ZERO_FIGURES)).toEqual(a)
        expect(addFigures(ZERO_FIGURES, a)).toEqual(a)
      }),
    )
  })
})

describe('addAggregate and mergeAggregates', () => {
  const row = (change: Partial<AggregateRow>): AggregateRow => ({
    kind: 'day',
    period: '2026-03-02',
    key: '',
    figures: { ...ZERO_FIGURES, count: 1 },
    ...change,
  })

  it('add rows of one thing and time and refuse to mix others', () => {
    expect(addAggregate(row({}), row({})).figures.count).toBe(2)
    expect(() => addAggregate(row({}), row({ period: '2026-03-03' }))).toThrow(RangeError)
    expect(() => addAggregate(row({}), row({ kind: 'month-operator' }))).toThrow(RangeError)
  })

  it('give the same totals for any order in which invoices arrive', () => {
    fc.assert(
      fc.property(fc.array(anyInvoice, { maxLength: 6 }), (invoices) => {
        const forward = mergeAggregates(invoices.flatMap(allDeltas))
        const backward = mergeAggregates([...invoices].reverse().flatMap(allDeltas))
        expect(backward).toEqual(forward)
        expect(new Set(forward.map(aggregateId)).size).toBe(forward.length)
      }),
      { numRuns: 50 },
    )
  })
})

describe('dayDelta', () => {
  it('counts a receipt on its day with the figures of the authority', () => {
    const invoice = exampleInvoice({
      lines: [
        exampleLine({ quantity: pieces(3), unitPrice: tsh(2_500), discount: percent(5) }),
        exampleLine({ taxType: 'exempted', rate: percent(0), unitPrice: tsh(1_500) }),
      ],
      payments: [{ type: 'e-money', amount: tsh(8_000) }],
      receipt: exampleReceipt(),
    })
    expect(dayDelta(invoice, 'sold')).toEqual({
      kind: 'day',
      period: '2026-03-02',
      key: '',
      figures: {
        count: 1,
        quantity: 4000,
        gross: tsh(8_625),
        net: tsh(7_538.14),
        vat: tsh(1_086.86),
        discount: tsh(375),
        canceledCount: 0,
        canceledGross: 0,
        refundedCount: 0,
        refundedGross: 0,
        refundedVat: 0,
        perLetter: {
          A: { net: tsh(6_038.14), tax: tsh(1_086.86) },
          E: { net: tsh(1_500), tax: 0 },
        },
        perPayment: { EMONEY: tsh(8_000), INVOICE: tsh(625) },
      },
    })
  })

  it('keeps a canceled receipt in the gross and counts it apart', () => {
    const invoice = exampleInvoice({ status: 'canceled', receipt: exampleReceipt() })
    const day = mergeAggregates(allDeltas(invoice)).find(({ kind }) => kind === 'day')
    expect(day?.figures).toMatchObject({
      count: 1,
      gross: tsh(1_000),
      canceledCount: 1,
      canceledGross: tsh(1_000),
    })
  })

  it('counts on the day of the receipt, before numbering on the day of the sale in East Africa', () => {
    const saleAt = eat('2026-03-02', '00:30:00')
    expect(countedDay({ receipt: null, saleAt })).toBe('2026-03-02')
    expect(countedDay({ receipt: exampleReceipt({ issuedDay: '2026-03-03' as never }), saleAt })).toBe(
      '2026-03-03',
    )
  })

  it('counts nothing of an invoice without numbers', () => {
    expect(allDeltas(exampleInvoice())).toEqual([])
    expect(allDeltas(exampleInvoice({ status: 'canceled' }))).toEqual([])
  })
})

describe('monthDelta', () => {
  const sum = (rows: readonly AggregateRow[], kind: AggregateRow['kind']) =>
    totalFigures(rows.filter((row) => row.kind === kind))
  const money = ({ gross, net, vat, discount, quantity, canceledGross, perLetter }: AggregateFigures) => {
    return { gross, net, vat, discount, quantity, canceledGross, perLetter }
  }

  it('adds up alike by day, by product, by customer and by operator, to the cent', () => {
    fc.assert(
      fc.property(fc.array(anyInvoice, { minLength: 1, maxLength: 6 }), (invoices) => {
        const rows = mergeAggregates(invoices.flatMap(allDeltas))
        const byDay = money(sum(rows, 'day'))
        for (const kind of ['month-product', 'month-customer', 'month-operator'] as const) {
          expect(money(sum(rows, kind))).toEqual(byDay)
        }
        expect(sum(rows, 'month-operator')).toEqual(sum(rows, 'day'))
        const { perPayment, gross } = sum(rows, 'day')
        expect(Object.values(perPayment).reduce((total, amount) => total + amount, 0)).toBe(gross)
      }),
      { numRuns: 50 },
    )
  })

  it('names walk-in customers and unsaved products by an empty key and adds lines of one product', () => {
    const invoice = exampleInvoice({
      lines: [exampleLine(), exampleLine({ quantity: pieces(2) }), exampleLine({ productId: null })],
      receipt: exampleReceipt(),
    })
    const rows = monthDelta(invoice, 'sold')
    expect(rows.map((row) => [aggregateId(row), row.figures.count])).toEqual([
      ['month-customer:2026-03:', 1],
      ['month-operator:2026-03:operator-1', 1],
      ['month-product:2026-03:', 1],
      ['month-product:2026-03:product-1', 2],
    ])
  })

  it('gives no product more or less than its share of the rounding', () => {
    const invoice = exampleInvoice({
      lines: ['a', 'b', 'c'].map((productId) => exampleLine({ productId, unitPrice: tsh(100) })),
      receipt: exampleReceipt(),
    })
    const nets = monthDelta(invoice, 'sold')
      .filter(({ kind }) => kind === 'month-product')
      .map(({ figures: { net, vat } }) => [net, vat])
    // 254.24 for three times 100.00, as on the receipt; a third is 84.746…
    expect(nets).toEqual([
      [tsh(84.75), tsh(15.25)],
      [tsh(84.75), tsh(15.25)],
      [tsh(84.74), tsh(15.26)],
    ])
  })
})
