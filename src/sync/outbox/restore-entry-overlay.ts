import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoice } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { readBody, recordOfOrderingKey } from '#data/outbox-entry.ts'
import { pendingCredits } from '#data/pending-documents.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import { stockEntry, stockRefund } from '#domain/stock/stock.ts'

/**
 * Counts a refund or a stock movement that was refused and is sent again, until the server's totals contain it. Call it
 * after the entry is queued again, inside its transaction.
 */
export async function restoreEntryOverlay(
  db: AccountDatabase,
  { type, lane, body }: Pick<OutboxEntry, 'type' | 'lane' | 'body'>,
  opId: string,
): Promise<void> {
  const rows =
    type === 'stock.add' ? stockRows(body) : type === 'invoice.credit' ? await refundRows(db, lane, opId) : []
  if (rows.length > 0) await db.overlays.put({ opId, rows })
}

function stockRows(body: string): AggregateRow[] {
  const movement = readBody('stock.add', { body })
  return movement ? [stockEntry(movement.productId, movement.quantity)] : []
}

/** Nothing for a refund that the invoice has already, or that no longer fits it. */
async function refundRows(db: AccountDatabase, lane: string, opId: string): Promise<AggregateRow[]> {
  const id = recordOfOrderingKey(lane)?.id
  const row = id === undefined ? undefined : await findInvoice(db, id)
  if (!row) return []
  const note = pendingCredits(row, await listByOrderingKey(db, lane)).find((one) => one.opId === opId)
  return note ? [...refundDeltas(row, { ...note, day: fiscalDayOf(note.at) }), ...stockRefund(row, note)] : []
}
