import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { type InvoiceEvent, transition } from '#domain/invoices/transition.ts'
import { newsOfInvoice } from '#domain/notifications/notification.ts'
import type { ChangedRecord } from '../../storage/changes.ts'
import { type DeliveryChange, keepDelivery } from '../../storage/delivery-queue.ts'
import type { FiscalIdentity } from '../../storage/fiscal-identities.ts'
import { lockInvoices, saveInvoices } from '../../storage/invoices.ts'
import type { StoredReceipt } from '../../storage/receipts.ts'
import type { Database } from '../../storage/schema.ts'

/** What became of a receipt: for the queue, and for the invoice people see. */
export type DeliveryNews = {
  readonly receipt: StoredReceipt
  readonly change: DeliveryChange
  readonly events: readonly InvoiceEvent[]
}

function after(invoice: Invoice, events: readonly InvoiceEvent[]): Invoice | undefined {
  let moved = invoice
  for (const event of events) {
    const next = transition(moved, event)
    if (next.kind === 'refused') throw new Error(`invoice ${invoice.id}: ${next.code}`)
    moved = next.invoice
  }
  return isDeepStrictEqual(moved, invoice) ? undefined : { ...moved, rev: invoice.rev + 1 }
}

/**
 * Writes what became of receipts to the queue and to their invoices, and gives the invoices that changed, for the
 * feed, with what people are told about them. The caller holds the identity's lock.
 */
export async function applyNews(
  tx: Transaction<Database>,
  identity: Pick<FiscalIdentity, 'id' | 'companyId'>,
  news: readonly DeliveryNews[],
  at: Instant,
): Promise<ChangedRecord[]> {
  const scope = { companyId: identity.companyId }
  await keepDelivery(
    tx,
    identity.id,
    news.map(({ receipt, change }) => ({ gc: receipt.gc, ...change })),
  )
  const invoices = await lockInvoices(
    tx,
    scope,
    news.map(({ receipt }) => receipt.invoiceId),
  )
  const eventsOf = new Map(news.map(({ receipt, events }) => [receipt.invoiceId, events]))
  const changed = invoices.flatMap((before) => {
    const invoice = after(before, eventsOf.get(before.id) ?? [])
    return invoice ? { invoice, tells: newsOfInvoice(before, invoice, at) } : []
  })
  const moved = changed.map(({ invoice }) => invoice)
  if (moved.length > 0) await saveInvoices(tx, scope, moved, at)
  return changed.map(({ invoice, tells }) => ({
    t: 'invoice',
    id: invoice.id,
    ...(tells && { news: tells }),
  }))
}
