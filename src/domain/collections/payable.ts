import { type SharedInvoice, shareCredits } from '../accounting/share-credits.ts'
import type { FiscalDay, Instant } from '../calendar/east-africa.ts'
import type { CreditNote } from '../invoices/invoice.ts'
import { type Cents, sumCents, toCents, ZERO_CENTS } from '../money/cents.ts'
import type { Collection } from './collection.ts'
import { stillOwed } from './owed.ts'
import { leftUnpaid } from './unpaid-at-sale.ts'

/** The part of an invoice that decides how much can be paid for it. */
export type PayableInvoice = SharedInvoice & {
  readonly creditNotes?: readonly Pick<CreditNote, 'id' | 'at' | 'day' | 'total'>[] | undefined
}

/**
 * Whether a payment counted at a moment, as it was shown then, also when it was canceled since. One whose cancellation has
 * no known time did not: so no payment is taken that is too large.
 */
function countedAt({ at, canceled, canceledAt }: Collection, moment: Instant): boolean {
  return at < moment && (!canceled || (canceledAt !== undefined && canceledAt > moment))
}

/**
 * The largest payment of a day that can be entered for an invoice: what is owed, and what was paid back with goods that
 * came back on that day or later, while a payment counted that is canceled now. Such a payment can be entered again
 * whole: the money that went back was a part of it, and nothing is owed afterwards. A later payment cannot: then the
 * goods had lowered what is owed.
 */
export function payable(
  invoice: PayableInvoice,
  collections: readonly Collection[],
  day: FiscalDay | undefined,
): Cents {
  const own = collections.filter(({ invoiceId }) => invoiceId === invoice.id)
  const now = shareCredits(invoice, own)
  let appliedThen: number = 0
  let paidBack = 0
  for (const { id, at, day: returnedOn, total } of invoice.creditNotes ?? []) {
    const collected = sumCents(own.filter((one) => countedAt(one, at)).map(({ amount }) => amount))
    const applied = Math.min(total, Math.max(0, leftUnpaid(invoice) - collected - appliedThen))
    appliedThen += applied
    if (day !== undefined && day <= returnedOn) paidBack += (now.get(id)?.applied ?? ZERO_CENTS) - applied
  }
  return toCents(stillOwed(invoice, own) + Math.max(0, paidBack))
}
