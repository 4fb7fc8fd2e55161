import type { Invoice } from '../invoices/invoice.ts'
import type { UsageEvent } from './usage.ts'

/**
 * The event of an invoice (spec §7), sent when the phone has submitted it, wherever that was done: while it is a draft
 * its amounts are those of unfinished work.
 */
export function invoiceCreated(
  { totals, lines, payments }: Pick<Invoice, 'totals' | 'lines' | 'payments'>,
  online: boolean,
): UsageEvent {
  return {
    name: 'invoice_created',
    total: totals.totalIncludingTax,
    currency: 'TZS',
    items: lines.length,
    ways: payments.map(({ type }) => type),
    online,
  }
}
