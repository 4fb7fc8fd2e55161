import { resolvedContent } from '#contract/invoice-body.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'
import { listInvoiceEntries } from '#data/outbox-entries.ts'
import { isOnlyOnDevice, readBody, recordOfOrderingKey } from '#data/outbox-entry.ts'
import { refreshPending } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { sameContent } from '#domain/invoices/same-content.ts'
import type { Account } from '#session/account.ts'
import { isOutcomeOpen } from './check-outcome.ts'
import { listEntriesBehind, unblock } from './dependents.ts'
import { cancelEntries, repointDependents } from './enqueue.ts'

/**
 * A refusal that says nothing about an earlier execution: the server was set back to a version that cannot read the
 * operation.
 */
const UNREADABLE_BY_SERVER = 'OPERATION_UNKNOWN'

function mayBeExecuted(entry: OutboxEntry): boolean {
  if (entry.type !== 'invoice.submit') return false
  if (entry.state !== 'queued' && entry.state !== 'attention') return false
  // An entry that waits to be sent again was not refused, whatever the answer to its last attempt was.
  return entry.state === 'queued'
    ? !isOnlyOnDevice(entry)
    : isOutcomeOpen(entry) || entry.last?.code === UNREADABLE_BY_SERVER
}

/** So many at a time; the next ones when the phone is up to date with the server again. */
const MAX_AT_ONCE = 100

function candidates(db: AccountDatabase): Promise<OutboxEntry[]> {
  return listInvoiceEntries(db, mayBeExecuted, MAX_AT_ONCE)
}

/** The server numbered the same sale as the one submitted: it would answer its receipt. */
function isConfirmed(
  entry: OutboxEntry,
  row: InvoiceRow | undefined,
  aliases: Record<string, string>,
): boolean {
  // A receipt that a restored server has not sent yet is known only to this phone.
  if (!row || row.receipt === null || row.rev === 0) return false
  const body = readBody('invoice.submit', entry)
  return body !== undefined && sameContent(row, resolvedContent(body.content, aliases))
}

async function completeSubmission(account: Account, entry: OutboxEntry, at: Instant): Promise<void> {
  const { db } = account
  const waiting = await listEntriesBehind(db, entry)
  await cancelEntries(db, [entry], `${entry.type} done`, at)
  const repointed = await repointDependents(db, entry.opId, null)
  const orderingKeys = await unblock(db, waiting)
  await refreshPending(db, [entry.lane, ...orderingKeys, ...repointed.map(({ lane }) => lane)])
}

/**
 * Ends submissions with an unknown outcome where the feed has brought the receipt of the same sale: those that need a
 * person, and those that wait to be sent again, which a server restored meanwhile could number a second time. Nothing
 * is sent for this, so it cannot cause another receipt. Call it when this phone is up to date with the server: then
 * the server of this epoch has the receipt, and its totals contain it.
 */
export async function completeConfirmedSubmissions(account: Account, now: number): Promise<void> {
  const { db } = account
  if ((await candidates(db)).length === 0) return
  await workTransaction(db, async () => {
    const aliases = (await findMeta(db, 'aliases')) ?? {}
    for (const entry of await candidates(db)) {
      const row = await db.invoices.get(recordOfOrderingKey(entry.lane)?.id ?? '')
      if (isConfirmed(entry, row, aliases)) await completeSubmission(account, entry, toInstant(now))
    }
  })
}
