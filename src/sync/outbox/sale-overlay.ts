import type { AccountDatabase } from '#data/account-database.ts'
import { recordOfOrderingKey } from '#data/outbox-entry.ts'
import { findRecord } from '#data/records.ts'
import type { OutboxEntry, OverlayRow } from '#data/rows.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { dayDelta, monthDelta } from '#domain/reports/invoice-deltas.ts'
import { stockDeltas } from '#domain/stock/stock.ts'

/** What a sale adds to the totals of its day and month. */
export function saleOverlay(opId: string, invoice: Invoice): OverlayRow {
  return {
    opId,
    rows: [dayDelta(invoice, 'sold'), ...monthDelta(invoice, 'sold'), ...stockDeltas(invoice, 'sold')],
  }
}

/** What a submission adds to the totals until the server's totals contain it. */
export async function upsertSaleOverlay(db: AccountDatabase, opId: string, invoice: Invoice): Promise<void> {
  await db.overlays.put(saleOverlay(opId, invoice))
}

/** The same for one that was not counted while it needed a person, or waited for one: it is sent again. */
export async function restoreSaleOverlay(
  db: AccountDatabase,
  { type, lane }: Pick<OutboxEntry, 'type' | 'lane'>,
  opId: string,
): Promise<void> {
  const named = type === 'invoice.submit' ? recordOfOrderingKey(lane) : undefined
  const sold = named && (await findRecord(db, named.kind, named.id))
  if (sold?.kind === 'invoice' && sold.record.status === 'draft')
    await upsertSaleOverlay(db, opId, sold.record)
}
