import type { CreditNote, Invoice } from '../invoices/invoice.ts'
import { type Cents, toCents } from '../money/cents.ts'

/** The part of an invoice that decides what it left unpaid. */
export type OwedInvoice = Pick<Invoice, 'totals' | 'payments'> & {
  readonly creditNotes?: readonly Pick<CreditNote, 'total'>[] | undefined
}

/** What an invoice left unpaid when it was sold, less what was refunded of it since. Never below 0. */
export function unpaidAtSale(invoice: OwedInvoice): Cents {
  let unpaid: number = invoice.totals.totalIncludingTax
  for (const { amount } of invoice.payments) unpaid -= amount
  for (const { total } of invoice.creditNotes ?? []) unpaid -= total
  return toCents(Math.max(0, unpaid))
}

/** What the payments of a sale do not cover, whatever came back since; of a draft, what it would leave unpaid. */
export function leftUnpaid({ totals, payments }: Pick<Invoice, 'totals' | 'payments'>): Cents {
  return unpaidAtSale({ totals, payments })
}
