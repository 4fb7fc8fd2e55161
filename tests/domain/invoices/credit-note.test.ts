import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import {
  type CreditRequestLine,
  creditedTotal,
  creditFigures,
  creditNoteNumber,
  creditRefusalOf,
  differsByRounding,
  fullCreditRequest,
  refuseMissingQuantities,
  remainingLines,
} from '#domain/invoices/credit-note.ts'
import type { CreditNote, Invoice } from '#domain/invoices/invoice.ts'
import { transition } from '#domain/invoices/transition.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { mergeAggregates } from '#domain/reports/aggregate.ts'
import { allDeltas, totalFigures } from '#domain/reports/invoice-deltas.ts'
import {
  eat,
  exampleInvoice,
  exampleLine,
  exampleReceipt,
  type InvoiceChange,
  percent,
  pieces,
  tsh,
} from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'

const at = eat('2026-03-04', '10:00:00')

function issued(change: InvoiceChange = {}): Invoice {
  return exampleInvoice({ status: 'issued', receipt: exampleReceipt(), ...change })
}

/** The invoice after one more credit note; throws what refused it. */
function credited(invoice: Invoice, linesById: readonly CreditRequestLine[]): Invoice {
  const outcome = creditFigures(invoice, linesById)
  if (outcome.kind === 'refused') throw new Error(outcome.code)
  const { creditNotes = [] } = invoice
  const creditNote: CreditNote = {
    id: `note-${creditNotes.length + 1}`,
    number: creditNotes.length + 1,
    originalRctvnum: invoice.receipt?.rctvnum ?? '',
    at,
    day: '2026-03-04' as FiscalDay,
    by: 'Asha Mfano',
    reason: 'broken',
    paidBy: 'cash',
    ...outcome.figures,
  }
  return { ...invoice, creditNotes: [...creditNotes, creditNote] }
}

/** Invoices with fiscal numbers, of sellers with and without VAT, lines under ids of their own. */
const anyIssued = fc.tuple(anyContent, fc.boolean()).map(([content, vatRegistered]) =>
  issued({
    ...content,
    vatRegistered,
    lines: content.lines.map((line, index) => ({ ...line, id: `line-${index}` })),
  }),
)

/** Parts of what is left of some lines, in a few steps, up to everything. */
const anyGoes = fc.array(
  fc.array(fc.record({ line: fc.nat(11), part: fc.integer({ min: 1, max: 1000 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  { maxLength: 6 },
)

function goThrough(
  invoice: Invoice,
  goes: readonly (readonly { readonly line: number; readonly part: number }[])[],
): Invoice {
  let after = invoice
  for (const go of goes) {
    const left = remainingLines(after)
    const linesById = new Map<string, CreditRequestLine>()
    for (const { line, part } of go) {
      const one = left[line % left.length]
      if (!one || one.quantity === 0) continue
      const quantity = toQuantity(Math.max(1, Math.floor((one.quantity * part) / 1000)))
      linesById.set(one.line.id, { lineId: one.line.id, quantity })
    }
    if (linesById.size > 0) after = credited(after, [...linesById.values()])
  }
  return after
}

describe('a credit note (a local document linked to the receipt: the authority has no negative one)', () => {
  it('takes back one of three pieces with its part of the discount and of the tax', () => {
    const line = exampleLine({ quantity: pieces(3), unitPrice: tsh(2_500), discount: percent(5) })
    const outcome = creditFigures(issued({ lines: [line] }), [{ lineId: line.id, quantity: pieces(1) }])
    expect(outcome).toEqual({
      kind: 'ok',
      figures: {
        lines: [{ lineId: 'line-1', quantity: 1000, amount: tsh(2_375) }],
        perLetter: [{ letter: 'A', rate: 1800, gross: tsh(2_375), net: tsh(2_012.71), tax: tsh(362.29) }],
        total: tsh(2_375),
      },
    })
  })

  it('gives the last third what two rounded thirds have left', () => {
    const line = exampleLine({ quantity: pieces(3), unitPrice: tsh(33.33), discount: percent(1) })
    let invoice = issued({ lines: [line] })
    const creditLines = [{ lineId: line.id, quantity: pieces(1) }]
    for (let time = 0; time < 3; time += 1) invoice = credited(invoice, creditLines)
    expect(creditedTotal(invoice)).toBe(invoice.totals.totalIncludingTax)
    expect(creditFigures(invoice, creditLines)).toEqual({ kind: 'refused', code: 'CREDIT_NOTE_TOO_MUCH' })
  })

  it('shown while another phone refunds at the same time differs by rounding alone, never by more', () => {
    fc.assert(
      fc.property(anyIssued, anyGoes, anyGoes, (invoice, before, meanwhile) => {
        const seen = goThrough(invoice, before)
        const now = goThrough(seen, meanwhile)
        const left = remainingLines(now).filter(({ quantity }) => quantity > 0)
        if (left.length === 0 || creditRefusalOf(now)) return
        const asked = left.map(({ line, quantity }) => ({
          lineId: line.id,
          quantity: toQuantity(Math.ceil(quantity / 2)),
        }))
        const [shown, ours] = [creditFigures(seen, asked), creditFigures(now, asked)]
        if (shown.kind === 'refused' || ours.kind === 'refused') throw new Error('refused')
        expect(differsByRounding(now, ours.figures, shown.figures.total)).toBe(true)
        const wrong = toCents(ours.figures.total + asked.length + 1)
        expect(differsByRounding(now, ours.figures, wrong)).toBe(false)
      }),
    )
  })

  it('of a line that divides evenly may differ by no cent', () => {
    const line = exampleLine({ quantity: pieces(3), unitPrice: tsh(2_500) })
    const invoice = issued({ lines: [line] })
    const outcome = creditFigures(invoice, [{ lineId: line.id, quantity: pieces(1) }])
    if (outcome.kind === 'refused') throw new Error(outcome.code)
    const differs = (shown: number) => differsByRounding(invoice, outcome.figures, toCents(shown))
    expect([249_999, 250_000, 250_001].map(differs)).toEqual([false, true, false])
  })

  it.each([
    ['a draft', exampleInvoice(), 'CREDIT_NOTE_NOT_NUMBERED'],
    ['a canceled receipt', issued({ status: 'canceled' }), 'CREDIT_NOTE_INVOICE_CANCELED'],
    ['one that came back whole', credited(issued(), fullCreditRequest(issued())), 'CREDIT_NOTE_TOO_MUCH'],
  ])('is refused on %s', (_name, invoice, code) => {
    expect(creditRefusalOf(invoice)).toBe(code)
    expect(creditFigures(invoice, fullCreditRequest(issued()))).toEqual({ kind: 'refused', code })
  })

  it('is refused for a line of another invoice, for more than was sold, and for nothing', () => {
    const creditLines = (lineId: string, quantity: number) => [{ lineId, quantity: toQuantity(quantity) }]
    expect(creditFigures(issued(), creditLines('line-9', 1000))).toMatchObject({
      code: 'CREDIT_NOTE_LINE_UNKNOWN',
    })
    expect(creditFigures(issued(), creditLines('line-1', 1001))).toMatchObject({
      code: 'CREDIT_NOTE_TOO_MUCH',
    })
    expect(
      creditFigures(issued(), [...creditLines('line-1', 600), ...creditLines('line-1', 600)]),
    ).toMatchObject({
      code: 'CREDIT_NOTE_TOO_MUCH',
    })
    expect(creditFigures(issued(), creditLines('line-1', -1))).toMatchObject({ code: 'CREDIT_NOTE_TOO_MUCH' })
    expect(creditFigures(issued(), [])).toEqual({ kind: 'refused', code: 'CREDIT_NOTE_EMPTY' })
  })

  it('is refused at a chosen line whose quantity cannot be read, also beside one that can', () => {
    const lines = ['line-1', 'line-2', 'line-3'].map((id) => exampleLine({ id, quantity: pieces(2) }))
    const invoice = credited(issued({ lines }), [{ lineId: 'line-3', quantity: pieces(2) }])
    const code = 'INVOICE_LINE_QUANTITY_REQUIRED'
    const pathsOf = (chosen: [string, ReturnType<typeof toQuantity> | undefined][]) =>
      refuseMissingQuantities(invoice, new Map(chosen))
    expect(
      pathsOf([
        ['line-1', undefined],
        ['line-2', pieces(1)],
      ]),
    ).toEqual([{ path: 'line-1', code }])
    expect(
      pathsOf([
        ['line-1', pieces(2)],
        ['line-2', toQuantity(0)],
      ]),
    ).toEqual([{ path: 'line-2', code }])
    // The third came back whole: the form does not have it any more.
    expect(
      pathsOf([
        ['line-1', pieces(2)],
        ['line-3', undefined],
      ]),
    ).toEqual([])
  })

  it('keeps its invoice from being canceled, which would take the goods back twice', () => {
    const invoice = credited(issued(), [{ lineId: 'line-1', quantity: toQuantity(1) }])
    expect(transition(invoice, { kind: 'canceled', at, by: 'owner', reason: 'wrong' })).toEqual({
      kind: 'refused',
      code: 'INVOICE_HAS_CREDIT_NOTES',
    })
  })

  it('has a number of its own series', () => {
    expect(creditNoteNumber(12)).toBe('CN-00012')
    expect(creditNoteNumber(123_456)).toBe('CN-123456')
  })

  it('law: however often goods come back, no line and no total gives more than it took', () => {
    fc.assert(
      fc.property(anyIssued, anyGoes, (invoice, goes) => {
        const after = goThrough(invoice, goes)
        for (const left of remainingLines(after)) {
          expect(left.quantity).toBeGreaterThanOrEqual(0)
          expect(left.amount).toBeGreaterThanOrEqual(0)
          expect(left.amount).toBeLessThanOrEqual(left.sold)
        }
        expect(creditedTotal(after)).toBeLessThanOrEqual(after.totals.totalIncludingTax)
        for (const creditNote of after.creditNotes ?? []) {
          expect(creditNote.lines.every(({ amount }) => amount >= 0)).toBe(true)
          expect(creditNote.perLetter.every(({ net, tax }) => net >= 0 && tax >= 0)).toBe(true)
          expect(creditNote.perLetter.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(
            creditNote.total,
          )
        }
      }),
    )
  })

  it('law: once everything came back, all notes together are the receipt, by line and by letter, to the cent', () => {
    fc.assert(
      fc.property(anyIssued, anyGoes, (invoice, goes) => {
        let after = goThrough(invoice, goes)
        const rest = fullCreditRequest(after)
        if (rest.length > 0) after = credited(after, rest)
        const notes = after.creditNotes ?? []
        expect(remainingLines(after).every(({ quantity, amount }) => quantity === 0 && amount === 0)).toBe(
          true,
        )
        for (const { letter, gross, net, tax } of invoice.totals.perLetter) {
          const own = notes
            .flatMap((creditNote) => creditNote.perLetter)
            .filter((total) => total.letter === letter)
          const sum = (pick: (total: (typeof own)[number]) => number) =>
            own.reduce((all, total) => all + pick(total), 0)
          expect([sum((one) => one.gross), sum((one) => one.net), sum((one) => one.tax)]).toEqual([
            gross,
            net,
            tax,
          ])
        }
      }),
    )
  })

  it('law: kept totals show refunds beside the gross, the same by day, customer, operator and product', () => {
    fc.assert(
      fc.property(anyIssued, anyGoes, (invoice, goes) => {
        const after = goThrough(invoice, goes)
        const rows = mergeAggregates(allDeltas(after))
        const vat = (after.creditNotes ?? [])
          .flatMap((creditNote) => creditNote.perLetter)
          .reduce((sum, { tax }) => sum + tax, 0)
        for (const kind of ['day', 'month-customer', 'month-operator', 'month-product'] as const) {
          const figures = totalFigures(rows.filter((row) => row.kind === kind))
          expect(figures.refundedGross).toBe(creditedTotal(after))
          expect(figures.refundedVat).toBe(vat)
          expect(figures.gross).toBe(invoice.totals.totalIncludingTax)
        }
      }),
    )
  })
})
