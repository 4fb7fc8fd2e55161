import { type FiscalDay, fiscalDayOf } from '../calendar/east-africa.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { type Cents, sumCents, toCents, ZERO_CENTS } from '../money/cents.ts'
import type { Collection } from './collection.ts'

/** One line of the statement of a customer. */
export type StatementLine = {
  readonly day: FiscalDay
  readonly kind: 'sale' | 'refund' | 'payment'
  /** Verification code of the receipt, number of the credit note, or reference of the payment; empty when none. */
  readonly reference: string
  readonly charged: Cents
  readonly paid: Cents
  /** Owed after this line. */
  readonly balance: Cents
}

type Entry = Omit<StatementLine, 'balance'> & { readonly at: string }

function entriesOf(invoice: Invoice): Entry[] {
  const { receipt, saleAt, totals, payments, creditNotes = [] } = invoice
  return [
    {
      at: saleAt,
      day: receipt?.issuedDay ?? fiscalDayOf(saleAt),
      kind: 'sale',
      reference: receipt?.rctvnum ?? '',
      charged: totals.totalIncludingTax,
      paid: sumCents(payments.map(({ amount }) => amount)),
    },
    ...creditNotes.map(
      (note): Entry => ({
        at: note.at,
        day: note.day,
        kind: 'refund',
        reference: String(note.number),
        charged: ZERO_CENTS,
        paid: note.total,
      }),
    ),
  ]
}

/** What a customer bought, gave back and paid, oldest first, with what was owed after each. Drafts and canceled sales are not given in. */
export function statementLines(
  invoices: readonly Invoice[],
  collections: readonly Collection[],
): StatementLine[] {
  const payments = collections
    .filter(({ canceled }) => !canceled)
    .map(
      (one): Entry => ({
        at: one.at,
        day: one.day,
        kind: 'payment',
        reference: one.reference,
        charged: ZERO_CENTS,
        paid: one.amount,
      }),
    )
  const entries = [...invoices.flatMap(entriesOf), ...payments].sort((a, b) => (a.at < b.at ? -1 : 1))
  let balance = 0
  return entries.map((entry) => {
    const { at: _, ...line } = entry
    balance += line.charged - line.paid
    return { ...line, balance: toCents(balance) }
  })
}
