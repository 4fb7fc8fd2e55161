import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { dayDelta, monthDelta } from '#domain/reports/invoice-deltas.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import { stockDeltas, stockRefund } from '#domain/stock/stock.ts'
import type { AccountDatabase } from './account-database.ts'
import { listByOrderingKeys } from './outbox-entries.ts'
import { isOnItsWay, isUnsent, orderingKeyOf } from './outbox-entry.ts'
import { pendingCredits } from './pending-documents.ts'
import { readRows } from './read-rows.ts'
import type { OutboxEntry, OverlayRow } from './rows.ts'

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

/** What refunds and cancellations on their way add: nothing that needs a person, and nothing that the record has. */
function rowsOnTheirWay(
  invoice: Invoice,
  entries: readonly OutboxEntry[],
): ReadonlyMap<string, readonly AggregateRow[]> {
  const sending = entries.filter(isOnItsWay)
  const refunds = pendingCredits(invoice, sending).map((credit) => {
    const note = { ...credit, day: fiscalDayOf(credit.at) }
    return [credit.opId, [...refundDeltas(invoice, note), ...stockRefund(invoice, note)]] as const
  })
  // A draft was never sold; a sale that waits itself is counted.
  const isCounted = invoice.receipt !== null || sending.some(({ type }) => type === 'invoice.submit')
  const cancels =
    isCounted && invoice.status !== 'canceled' ? sending.filter(({ type }) => type === 'invoice.cancel') : []
  return new Map([
    ...refunds,
    ...cancels.map(({ opId }) => [opId, cancelOverlay(opId, invoice).rows] as const),
  ])
}

function isReturn({ type }: OutboxEntry): boolean {
  return type === 'invoice.cancel' || type === 'invoice.credit'
}

/**
 * What unsent refunds and cancellations of an invoice add to the totals, after a change of the outbox or of the invoice.
 * Needs the work transaction.
 */
export async function refreshReturnOverlays(
  db: AccountDatabase,
  invoice: Invoice | undefined,
  entries: readonly OutboxEntry[],
): Promise<void> {
  const returns = entries.filter((entry) => isUnsent(entry) && isReturn(entry))
  if (returns.length === 0) return
  const added = invoice ? rowsOnTheirWay(invoice, entries) : new Map<string, never>()
  for (const { opId } of returns) {
    const rows = added.get(opId)
    await (rows ? db.overlays.put({ opId, rows }) : db.overlays.delete(opId))
  }
}

/**
 * The same for invoices that the feed brought: a refund or cancellation that they have is in its totals, whichever phone
 * did it. Call it in the transaction that stores those totals.
 */
export async function refreshReturnOverlaysOf(
  db: AccountDatabase,
  invoiceIds: readonly string[],
): Promise<void> {
  const keys = invoiceIds.map((id) => orderingKeyOf('invoice', id))
  const entries = await listByOrderingKeys(db, keys)
  const changed = invoiceIds.filter((_, at) => entries.get(keys[at] ?? '')?.some(isReturn))
  for (const invoice of await readRows(db.invoices, changed)) {
    if (invoice)
      await refreshReturnOverlays(db, invoice, entries.get(orderingKeyOf('invoice', invoice.id)) ?? [])
  }
}
