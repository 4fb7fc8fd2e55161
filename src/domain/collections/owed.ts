import { type FiscalDay, fiscalDayOf, instantMs, startOfDay } from '../calendar/east-africa.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { type Cents, sumCents, toCents } from '../money/cents.ts'
import type { Collection } from './collection.ts'
import { type OwedInvoice, unpaidAtSale } from './unpaid-at-sale.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What was collected for one invoice; canceled collections do not count. */
export function collectedFor(invoiceId: string, collections: readonly Collection[]): Cents {
  return sumCents(
    collections.flatMap((one) => (one.invoiceId === invoiceId && !one.canceled ? one.amount : [])),
  )
}

/** What is still owed for an invoice. Never below 0: goods may be refunded after they were paid. */
export function stillOwed(
  invoice: OwedInvoice & Pick<Invoice, 'id'>,
  collections: readonly Collection[],
): Cents {
  return toCents(Math.max(0, unpaidAtSale(invoice) - collectedFor(invoice.id, collections)))
}

/** Whole days since a sale: the age of what is owed for it. */
export function debtAge(invoice: Pick<Invoice, 'saleAt'>, today: FiscalDay): number {
  const since = instantMs(startOfDay(today)) - instantMs(startOfDay(fiscalDayOf(invoice.saleAt)))
  return Math.max(0, Math.round(since / DAY_MS))
}
