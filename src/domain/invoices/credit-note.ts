import { type Cents, minusCents, sumCents, toCents, ZERO_CENTS } from '../money/cents.ts'
import { type Quantity, toQuantity } from '../money/quantity.ts'
import { isExactRatio, timesRatio } from '../money/round-half-up.ts'
import type { FieldRefusal } from '../refusal.ts'
import { splitInclusive } from '../tax/split-inclusive.ts'
import { type TaxLetter, taxLetter } from '../tax/tax-type.ts'
import type { CreditedLine, CreditNote, Invoice, InvoiceLine, LetterTotal } from './invoice.ts'
import { chargedLine, lineAmounts } from './line-amounts.ts'

/** The goods that a person asks to refund. */
export type CreditRequestLine = Pick<CreditedLine, 'lineId' | 'quantity'>

/** As many as a record may contain. */
export const MAX_CREDIT_NOTES = 50

export const CREDIT_NOTE_REFUSALS = [
  'CREDIT_NOTE_NOT_NUMBERED',
  'CREDIT_NOTE_INVOICE_CANCELED',
  'CREDIT_NOTE_EMPTY',
  'CREDIT_NOTE_LINE_UNKNOWN',
  'CREDIT_NOTE_TOO_MUCH',
  'CREDIT_NOTE_TOO_MANY',
  'CREDIT_NOTE_REASON_REQUIRED',
] as const
export type CreditNoteRefusal = (typeof CREDIT_NOTE_REFUSALS)[number]

/** The part of an invoice that a credit note is validated against. */
export type CreditedInvoice = Pick<
  Invoice,
  'status' | 'receipt' | 'lines' | 'amountType' | 'vatRegistered' | 'totals'
> & { readonly creditNotes?: readonly Pick<CreditNote, 'lines' | 'perLetter' | 'total'>[] | undefined }

/** The part of one line that is not refunded yet: quantity and cost. */
export type RemainingLine = {
  readonly line: InvoiceLine
  readonly quantity: Quantity
  readonly amount: Cents
  /** What the whole line cost. */
  readonly sold: Cents
}

/** The refundable part of each line, in the order of the invoice. */
export function remainingLines(invoice: CreditedInvoice): RemainingLine[] {
  const credited = (invoice.creditNotes ?? []).flatMap((note) => note.lines)
  return invoice.lines.map((line) => {
    const own = credited.filter(({ lineId }) => lineId === line.id)
    const sold = lineAmounts(chargedLine(line, invoice.vatRegistered), invoice.amountType).amount
    return {
      line,
      quantity: toQuantity(own.reduce((rest, { quantity }) => rest - quantity, line.quantity as number)),
      amount: minusCents(sold, sumCents(own.map(({ amount }) => amount))),
      sold,
    }
  })
}

/** The sum of all credit notes. */
export function creditedTotal(invoice: Pick<CreditedInvoice, 'creditNotes'>): Cents {
  return sumCents((invoice.creditNotes ?? []).map((note) => note.total))
}

/** The request that refunds everything not refunded yet. */
export function fullCreditRequest(invoice: CreditedInvoice): CreditRequestLine[] {
  return remainingLines(invoice)
    .filter(({ quantity }) => quantity > 0)
    .map(({ line, quantity }) => ({ lineId: line.id, quantity }))
}

/** The quantities of the form, by the ids of the chosen lines; `undefined` for a number that cannot be read. */
export type ChosenQuantities = ReadonlyMap<string, Quantity | undefined>

/**
 * Chosen goods without a quantity, each refused at its line: to refund only the others would leave out what the person
 * has chosen. Lines that have nothing left are no longer in the form.
 */
export function refuseMissingQuantities(
  invoice: CreditedInvoice,
  chosen: ChosenQuantities,
): FieldRefusal<'INVOICE_LINE_QUANTITY_REQUIRED'>[] {
  return fullCreditRequest(invoice)
    .filter(({ lineId }) => chosen.has(lineId) && (chosen.get(lineId) ?? 0) <= 0)
    .map(({ lineId: path }) => ({ path, code: 'INVOICE_LINE_QUANTITY_REQUIRED' }))
}

/**
 * The amount for `quantity` pieces of a line. All credits of a line together are its cost times the returned part,
 * rounded once, so that several notes neither lose a cent nor refund one twice.
 */
function creditAmount(remaining: RemainingLine, quantity: Quantity): Cents {
  const whole = remaining.line.quantity
  const returned = whole - remaining.quantity + quantity
  const before = minusCents(remaining.sold, remaining.amount)
  return minusCents(timesRatio(remaining.sold, returned, whole), before)
}

/**
 * Tax of the credited amounts by letter, at the original's rates. Like the original's it comes from sums: the total of
 * all notes is split once, and this note gets the difference to the earlier ones.
 */
function letterCredits(invoice: CreditedInvoice, credited: ReadonlyMap<TaxLetter, Cents>): LetterTotal[] {
  return invoice.totals.perLetter.flatMap(({ letter, rate }) => {
    const gross = credited.get(letter) ?? ZERO_CENTS
    if (gross === 0) return []
    const before = (invoice.creditNotes ?? [])
      .flatMap((note) => note.perLetter)
      .filter((total) => total.letter === letter)
    const grossBefore = sumCents(before.map((total) => total.gross))
    const { net } = splitInclusive(toCents(grossBefore + gross), rate)
    const own = minusCents(net, sumCents(before.map((total) => total.net)))
    return [{ letter, rate, gross, net: own, tax: minusCents(gross, own) }]
  })
}

export type Credited =
  | { readonly kind: 'ok'; readonly figures: Pick<CreditNote, 'lines' | 'perLetter' | 'total'> }
  | { readonly kind: 'refused'; readonly code: CreditNoteRefusal; readonly lineId?: string }

/** Why no credit note may be written on an invoice now, whatever it says; `undefined` when one may. */
export function creditRefusalOf(invoice: CreditedInvoice): CreditNoteRefusal | undefined {
  if (!invoice.receipt) return 'CREDIT_NOTE_NOT_NUMBERED'
  if (invoice.status === 'canceled') return 'CREDIT_NOTE_INVOICE_CANCELED'
  if ((invoice.creditNotes?.length ?? 0) >= MAX_CREDIT_NOTES) return 'CREDIT_NOTE_TOO_MANY'
  return remainingLines(invoice).every(({ quantity }) => quantity <= 0) ? 'CREDIT_NOTE_TOO_MUCH' : undefined
}

/**
 * The figures of a credit note for the requested lines. Never more than the rest of a line, so never more than the rest
 * of the invoice. Page and server call the same function.
 */
export function creditFigures(
  invoice: CreditedInvoice,
  requestLines: readonly CreditRequestLine[],
): Credited {
  const code = creditRefusalOf(invoice)
  if (code) return { kind: 'refused', code }
  const requestedByLine = new Map<string, number>()
  for (const { lineId, quantity } of requestLines)
    requestedByLine.set(lineId, (requestedByLine.get(lineId) ?? 0) + quantity)
  const remaining = remainingLines(invoice)
  const known = new Set(remaining.map(({ line }) => line.id))
  for (const lineId of requestedByLine.keys()) {
    if (!known.has(lineId)) return { kind: 'refused', code: 'CREDIT_NOTE_LINE_UNKNOWN', lineId }
  }
  const lines: CreditedLine[] = []
  const perLetter = new Map<TaxLetter, Cents>()
  for (const remainingLine of remaining) {
    const requested = requestedByLine.get(remainingLine.line.id) ?? 0
    if (requested === 0) continue
    if (requested < 0 || requested > remainingLine.quantity) {
      return { kind: 'refused', code: 'CREDIT_NOTE_TOO_MUCH', lineId: remainingLine.line.id }
    }
    const quantity = toQuantity(requested)
    const amount = creditAmount(remainingLine, quantity)
    lines.push({ lineId: remainingLine.line.id, quantity, amount })
    const letter = taxLetter(remainingLine.line.taxType, invoice.vatRegistered)
    perLetter.set(letter, toCents((perLetter.get(letter) ?? 0) + amount))
  }
  if (lines.length === 0) return { kind: 'refused', code: 'CREDIT_NOTE_EMPTY' }
  const total = sumCents(lines.map(({ amount }) => amount))
  return { kind: 'ok', figures: { lines, perLetter: letterCredits(invoice, perLetter), total } }
}

/**
 * Whether a total that a person was shown is that of a note but for the cent that a line which does not divide evenly
 * gives to one of its notes: another phone refunded some of the same goods at the same time, so which note gets it was
 * not known yet.
 */
export function differsByRounding(
  invoice: CreditedInvoice,
  figures: Pick<CreditNote, 'lines' | 'total'>,
  shown: Cents,
): boolean {
  const soldOf = new Map(remainingLines(invoice).map((remaining) => [remaining.line.id, remaining]))
  const uneven = figures.lines.filter(({ lineId, quantity }) => {
    const whole = soldOf.get(lineId)
    return whole !== undefined && !isExactRatio(whole.sold, quantity, whole.line.quantity)
  })
  return Math.abs(shown - figures.total) <= uneven.length
}

/** The printed number: `CN-00012`. A series of the company's own, separate from every fiscal counter. */
export function creditNoteNumber(number: number): string {
  return `CN-${String(number).padStart(5, '0')}`
}
