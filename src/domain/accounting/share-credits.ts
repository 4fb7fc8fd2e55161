import type { Collection } from '../collections/collection.ts'
import { collectedFor } from '../collections/owed.ts'
import type { CreditNote, Invoice } from '../invoices/invoice.ts'
import { type Cents, minusCents, sumCents, toCents, ZERO_CENTS } from '../money/cents.ts'

/** What a refund does: `applied` lowers what is owed, `paidBack` is money. In cents, together the credit note. */
export type CreditShare = { readonly applied: Cents; readonly paidBack: Cents }

/** The part of an invoice that decides what its refunds do. */
export type SharedInvoice = Pick<Invoice, 'id' | 'totals' | 'payments'> & {
  readonly creditNotes?: readonly Pick<CreditNote, 'id' | 'total'>[] | undefined
}

/**
 * How much of each credit note lowers what the customer owes for the invoice, and how much is money back; by the id of
 * the note. Goods that were not paid are never paid back: what is applied, paid and collected never exceeds the
 * invoice. `booked` is what was applied of notes that are in the books already; it stays, whatever is collected since.
 */
export function shareCredits(
  invoice: SharedInvoice,
  collections: readonly Collection[],
  booked: ReadonlyMap<string, Cents> = new Map(),
): ReadonlyMap<string, CreditShare> {
  const notes = invoice.creditNotes ?? []
  const settled = sumCents([
    ...invoice.payments.map(({ amount }) => amount),
    collectedFor(invoice.id, collections),
    ...notes.map(({ id }) => booked.get(id) ?? toCents(0)),
  ])
  let open = Math.max(0, invoice.totals.totalIncludingTax - settled)
  const share = ({ id, total }: Pick<CreditNote, 'id' | 'total'>): CreditShare => {
    const applied = booked.get(id) ?? toCents(Math.min(total, open))
    if (!booked.has(id)) open -= applied
    return { applied, paidBack: minusCents(total, applied) }
  }
  return new Map(notes.map((note) => [note.id, share(note)]))
}

/**
 * The notes of which so much was applied in the books that the payments of now do not fit any more, the last one first: a
 * payment was entered again whole that was canceled when the note was booked. By their ids.
 */
export function appliedTooMuch(
  invoice: SharedInvoice,
  collections: readonly Collection[],
  booked: ReadonlyMap<string, Cents>,
): ReadonlySet<string> {
  const paid = sumCents(invoice.payments.map(({ amount }) => amount))
  const applied = sumCents([...booked.values()])
  let over = paid + collectedFor(invoice.id, collections) + applied - invoice.totals.totalIncludingTax
  const found = new Set<string>()
  for (const { id } of [...(invoice.creditNotes ?? [])].reverse()) {
    const own = booked.get(id) ?? ZERO_CENTS
    if (over <= 0 || own === 0) continue
    found.add(id)
    over -= own
  }
  return found
}

/** What one more refund of `total` would do, after those that the invoice has. */
export function shareNextCredit(
  { creditNotes = [], ...invoice }: SharedInvoice,
  collections: readonly Collection[],
  total: Cents,
): CreditShare {
  const next = { id: '', total }
  const shares = shareCredits({ ...invoice, creditNotes: [...creditNotes, next] }, collections)
  return shares.get(next.id) ?? { applied: ZERO_CENTS, paidBack: total }
}
