import type { AccountDatabase } from '#data/account-database.ts'
import { guarded } from '#data/guard.ts'
import { readMeta } from '#data/meta.ts'
import { listInvoiceWork } from '#data/outbox-entries.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { sameContent } from '#domain/invoices/same-content.ts'
import type { Account } from '#session/account.ts'
import { resolvedContent } from '../commands/written-content.ts'
import { isOpen } from '../outbox/check-outcome.ts'
import { entriesBehind, releaseBehind } from '../outbox/dependants.ts'
import { pointDependants, withdraw } from '../outbox/enqueue.ts'
import { isOnlyHere, readBody, recordOfLane } from '../outbox/entry.ts'
import { refreshPending } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'

/** A refusal that says nothing about what was done before: the server was set back to a version that cannot read it. */
const UNREAD = 'OPERATION_UNKNOWN'

function mayBeDone(entry: OutboxEntry): boolean {
  if (entry.type !== 'invoice.submit') return false
  if (entry.state !== 'queued' && entry.state !== 'attention') return false
  // What only waits to be sent again was not refused, whatever was said of the attempt.
  return entry.state === 'queued' ? !isOnlyHere(entry) : isOpen(entry) || entry.last?.code === UNREAD
}

/** So many at a time; the next ones when the phone stands where the server stands again. */
const MOST = 100

function candidates(db: AccountDatabase): Promise<OutboxEntry[]> {
  return listInvoiceWork(db, mayBeDone, MOST)
}

/** The sale that the server numbered is the one that was asked for: it would answer its receipt. */
function isProved(entry: OutboxEntry, row: InvoiceRow | undefined, aliases: Record<string, string>): boolean {
  // What a restored server has not told yet, only this phone knows.
  if (!row || row.receipt === null || row.rev === 0) return false
  const body = readBody('invoice.submit', entry)
  return body !== undefined && sameContent(row, resolvedContent(body.content, aliases))
}

async function end(account: Account, entry: OutboxEntry, at: Instant): Promise<void> {
  const { db } = account
  const waiting = await entriesBehind(db, entry)
  await withdraw(db, [entry], `${entry.type} done`, at)
  const pointed = await pointDependants(db, entry.opId, null)
  const lanes = await releaseBehind(db, waiting)
  await refreshPending(db, [entry.lane, ...lanes, ...pointed.map(({ lane }) => lane)])
}

/**
 * Ends submissions whose outcome was open, where the feed has brought the receipt of the same sale: those that ask for
 * a person, and those that wait to be sent again, which a server restored meanwhile could number a second time. Nothing
 * is sent for it, so no receipt can come of it. Call it when this phone stands where the server stands: then the server
 * of this epoch has the receipt, and its totals contain it.
 */
export async function endProved(account: Account, now: number): Promise<void> {
  const { db } = account
  if ((await guarded(db, () => candidates(db))).length === 0) return
  await workTransaction(db, async () => {
    const aliases = (await readMeta(db, 'aliases')) ?? {}
    for (const entry of await candidates(db)) {
      const row = await db.invoices.get(recordOfLane(entry.lane)?.id ?? '')
      if (isProved(entry, row, aliases)) await end(account, entry, toInstant(now))
    }
  })
}
