import type { NumberedInvoice } from '../invoices/invoice.ts'
import { bookPayments } from './book-document.ts'
import type { AccountingProvider } from './provider.ts'

/**
 * One thing to be done in the books for an invoice. `credit` and `refund` end in the id of the credit note, `payment`
 * and `unpay` in the type of payment.
 */
export type StepName =
  | 'invoice'
  | `payment:${string}`
  | `credit:${string}`
  | `refund:${string}`
  | `unpay:${string}`
  | 'void'

/**
 * Everything that an invoice needs in the books, in order. A receipt that was canceled before it was booked needs
 * nothing; one that was booked is unpaid and voided. QuickBooks books a refund and its money at once.
 */
export function planSteps(
  provider: AccountingProvider,
  invoice: NumberedInvoice,
  begun: ReadonlySet<string>,
): StepName[] {
  const payments = bookPayments(invoice).map(({ type }) => type)
  const sale: StepName[] = ['invoice', ...payments.map((type) => `payment:${type}` as const)]
  if (invoice.status === 'canceled') {
    if (!begun.has('invoice')) return []
    const paid = payments.filter((type) => begun.has(`payment:${type}`))
    return [
      ...sale.filter((step) => begun.has(step)),
      ...paid.map((type) => `unpay:${type}` as const),
      'void',
    ]
  }
  const credits = (invoice.creditNotes ?? []).flatMap(({ id }): StepName[] =>
    provider === 'xero' ? [`credit:${id}`, `refund:${id}`] : [`credit:${id}`],
  )
  return [...sale, ...credits]
}
