import type { Collection } from '../collections/collection.ts'
import { collectedFor } from '../collections/owed.ts'
import type { CreditNote, NumberedInvoice } from '../invoices/invoice.ts'
import { type Cents, minusCents, sumCents, toCents } from '../money/cents.ts'

/** What a refund does: `applied` lowers what is owed, `paidBack` is money. In cents, together the credit note. */
export type CreditShare = { readonly applied: Cents; readonly paidBack: Cents }

/**
 * How much of each credit note lowers what the customer owes for the invoice, and how much is money back; by the id of
 * the note. Goods that were not paid are never paid back: what is applied, paid and collected never exceeds the
 * invoice. `booked` is what was applied of notes that are in the books already; it stays, whatever is collected since.
 */
export function shareCredits(
  invoice: Pick<NumberedInvoice, 'id' | 'totals' | 'payments' | 'creditNotes'>,
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
  const share = ({ id, total }: CreditNote): CreditShare => {
    const applied = booked.get(id) ?? toCents(Math.min(total, open))
    if (!booked.has(id)) open -= applied
    return { applied, paidBack: minusCents(total, applied) }
  }
  return new Map(notes.map((note) => [note.id, share(note)]))
}
