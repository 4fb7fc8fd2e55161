import type { Invoice } from '#domain/invoices/invoice.ts'
import { dayDelta, monthDelta } from '#domain/reports/invoice-deltas.ts'
import { stockDeltas } from '#domain/stock/stock.ts'
import type { AccountDatabase } from './account-database.ts'
import { listByOrderingKeys } from './outbox-entries.ts'
import { isUnsent, orderingKeyOf } from './outbox-entry.ts'
import type { InvoiceRow, OutboxEntry, OverlayRow } from './rows.ts'

/** Whether a cancellation of the invoice is on its way: one that needs a person may never happen. */
export function isBeingCanceled({ pending }: Pick<InvoiceRow, 'pending'>): boolean {
  return pending.kind === 'waiting' && pending.cancels !== undefined
}

/** What a cancellation adds to the totals of the sale's day and month, and gives back to the stock. */
export function cancelOverlay(opId: string, invoice: Invoice): OverlayRow {
  return {
    opId,
    rows: [
      dayDelta(invoice, 'canceled'),
      ...monthDelta(invoice, 'canceled'),
      ...stockDeltas(invoice, 'canceled'),
    ],
  }
}

/** The totals count the sale: it has a receipt, or its submission is on its way too. A draft was never sold. */
function isCounted({ receipt }: Invoice, entries: readonly OutboxEntry[]): boolean {
  return receipt !== null || entries.some((entry) => isUnsent(entry) && entry.type === 'invoice.submit')
}

/** What cancellations on their way add to the totals, after a change of the outbox. Needs the work transaction. */
export async function refreshCancelOverlays(
  db: AccountDatabase,
  invoice: Invoice | undefined,
  entries: readonly OutboxEntry[],
): Promise<void> {
  for (const entry of entries) {
    if (entry.type !== 'invoice.cancel' || !isUnsent(entry)) continue
    const isOnItsWay = entry.state === 'queued' || entry.state === 'sending'
    // After a cancellation by another phone, the totals of the server contain it.
    const adds = isOnItsWay && invoice && invoice.status !== 'canceled' && isCounted(invoice, entries)
    await (adds ? db.overlays.put(cancelOverlay(entry.opId, invoice)) : db.overlays.delete(entry.opId))
  }
}

/**
 * Deletes what this phone's cancellations add for invoices that the feed brought canceled: its totals contain that,
 * whichever phone did it. Call it in the transaction that stores those totals.
 */
export async function deleteCancelOverlays(
  db: AccountDatabase,
  canceledIds: readonly string[],
): Promise<void> {
  const entries = await listByOrderingKeys(
    db,
    canceledIds.map((id) => orderingKeyOf('invoice', id)),
  )
  const waiting = [...entries.values()].flat().filter((entry) => isUnsent(entry))
  const opIds = waiting.filter(({ type }) => type === 'invoice.cancel').map(({ opId }) => opId)
  await db.overlays.bulkDelete(opIds)
}
