import { invoiceFromRow } from '#data/invoices.ts'
import { isContentWrite, isUnsent } from '#data/outbox-entry.ts'
import { refreshPending, restoreServerCopy, upsertRecord } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { findServerCopy } from '#data/server-copies.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { InvoiceCancellation } from '#domain/invoices/invoice.ts'
import { transition } from '#domain/invoices/transition.ts'
import { listEntriesBehind, unblock } from '#sync/outbox/dependents.ts'
import { cancelEntries, repointDependents } from '#sync/outbox/enqueue.ts'
import type { WriteTransaction } from '#sync/outbox/writer.ts'

async function isOnServer({ db }: WriteTransaction, { id, rev }: InvoiceRow): Promise<boolean> {
  const serverCopy = await findServerCopy(db, 'invoice', id)
  return serverCopy ? serverCopy.op === 'put' : rev > 0
}

/**
 * Drops the refused writes of an invoice that is canceled, with copies in the audit: a cancellation behind them would never
 * be sent. The server's draft is shown again, for the cancellation that the caller queues. Where the server has none, the
 * invoice is canceled here, and nothing is left to send: then it returns `true`.
 */
export async function dropRefusedWrites(
  tx: WriteTransaction,
  row: InvoiceRow,
  entries: readonly OutboxEntry[],
  refused: readonly OutboxEntry[],
  cancellation: InvoiceCancellation,
): Promise<boolean> {
  const { db, now } = tx
  const others = entries.filter((entry) => isUnsent(entry) && !refused.includes(entry))
  const isOnlyHere = !(await isOnServer(tx, row)) && !others.some(isContentWrite)
  // Of an invoice that the server never had, only this phone's earlier cancellation may wait.
  const dropped = isOnlyHere ? [...refused, ...others] : refused
  const behind: OutboxEntry[] = []
  for (const entry of dropped) behind.push(...(await listEntriesBehind(db, entry)))
  await cancelEntries(db, dropped, 'canceled', toInstant(now))
  const repointed: OutboxEntry[] = []
  for (const { opId } of dropped) repointed.push(...(await repointDependents(db, opId, null)))
  const canceled = transition(invoiceFromRow(row), { kind: 'canceled', ...cancellation })
  if (isOnlyHere && canceled.kind === 'done')
    await upsertRecord(db, { kind: 'invoice', record: canceled.invoice }, { kind: 'none' })
  else await restoreServerCopy(db, 'invoice', row.id)
  await refreshPending(db, [...(await unblock(db, behind)), ...repointed.map(({ lane }) => lane)])
  return isOnlyHere
}
