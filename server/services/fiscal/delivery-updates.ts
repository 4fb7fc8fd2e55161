import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { type InvoiceEvent, transition } from '#domain/invoices/transition.ts'
import { notificationOfInvoice } from '#domain/notifications/notification.ts'
import { type DeliveryChange, updateDelivery } from '../../storage/fiscal/delivery-queue.ts'
import { bringForward } from '../../storage/fiscal/due-work.ts'
import type { FiscalIdentity } from '../../storage/fiscal/identities.ts'
import type { StoredReceipt } from '../../storage/fiscal/receipts.ts'
import { lockInvoices, upsertInvoices } from '../../storage/invoices/invoices.ts'
import type { Database } from '../../storage/schema.ts'
import type { ChangedRecord } from '../../storage/sync/changes.ts'

/** The outcome for a receipt: for the queue, and for the invoice people see. */
export type DeliveryUpdate = {
  readonly receipt: StoredReceipt
  readonly change: DeliveryChange
  readonly events: readonly InvoiceEvent[]
}

function applyEvents(invoice: Invoice, events: readonly InvoiceEvent[]): Invoice | undefined {
  let current = invoice
  for (const event of events) {
    const next = transition(current, event)
    if (next.kind === 'refused') throw new Error(`invoice ${invoice.id}: ${next.code}`)
    current = next.invoice
  }
  return isDeepStrictEqual(current, invoice) ? undefined : { ...current, rev: invoice.rev + 1 }
}

/**
 * Writes the outcome of receipts to the queue and to their invoices, and gives the invoices that changed, for
 * the feed, with the notifications about them. The caller holds the identity's lock.
 */
export async function applyDeliveryUpdates(
  tx: Transaction<Database>,
  identity: Pick<FiscalIdentity, 'id' | 'companyId'>,
  updates: readonly DeliveryUpdate[],
  at: Instant,
): Promise<ChangedRecord[]> {
  const scope = { companyId: identity.companyId }
  await updateDelivery(
    tx,
    identity,
    updates.map(({ receipt, change }) => ({ gc: receipt.gc, ...change })),
  )
  // A look-up did not find it: it is sent again.
  if (updates.some(({ change }) => change.delivery === 'missing'))
    await bringForward(tx, scope, identity.id, 'send', at)
  const invoices = await lockInvoices(
    tx,
    scope,
    updates.map(({ receipt }) => receipt.invoiceId),
  )
  const eventsOf = new Map(updates.map(({ receipt, events }) => [receipt.invoiceId, events]))
  const changed = invoices.flatMap((before) => {
    const invoice = applyEvents(before, eventsOf.get(before.id) ?? [])
    return invoice ? { invoice, notification: notificationOfInvoice(before, invoice, at) } : []
  })
  const invoicesToSave = changed.map(({ invoice }) => invoice)
  if (invoicesToSave.length > 0) await upsertInvoices(tx, scope, invoicesToSave, at)
  return changed.map(({ invoice, notification }) => ({
    t: 'invoice',
    id: invoice.id,
    ...(notification && { notification }),
  }))
}
