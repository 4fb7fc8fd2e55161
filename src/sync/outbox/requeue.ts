import type { AccountDatabase } from '#data/account-database.ts'
import { insertAudit } from '#data/audit.ts'
import { listByOrderingKey, updateEntries } from '#data/outbox-entries.ts'
import { needsNewId } from '#data/outbox-entry.ts'
import { refreshPending } from '#data/records.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { type AttemptNumber, attemptOf, isLaterAttempt, nextAttempt } from './attempt.ts'
import { listEntriesBehind, unblock } from './dependents.ts'
import { cancelEntries, replaceRefused, repointDependents } from './enqueue.ts'
import { restoreEntryOverlay } from './restore-entry-overlay.ts'
import { restoreSaleOverlay } from './sale-overlay.ts'
import type { SerializedOperation } from './serialize-operation.ts'

type AttemptId = AttemptNumber & { readonly opId: string }

/** The audit says that a second answer to the same operation will follow. */
const REQUEUED = 'sent again under its id'
const MERGED = 'sent again in the place of its first try'

/**
 * Queues a failed operation again, unchanged and in its old position: under its own id, unless the server would
 * repeat its earlier answer. Call inside the work transaction.
 */
export async function requeue(account: Account, stuck: OutboxEntry, now: number): Promise<void> {
  const { db } = account
  if (!needsNewId(stuck)) return changeAndUnblock(db, [stuck], () => requeueAsItIs(db, stuck, now))
  const last = await findLatestAttempt(db, stuck)
  if (last) return mergeAttempts(account, stuck, last, now)
  return requeueAs(account, stuck, nextAttempt(stuck), now)
}

/** The last of the later attempts beside it, which only an app without attempt numbers can have imported. */
async function findLatestAttempt(db: AccountDatabase, stuck: OutboxEntry): Promise<OutboxEntry | undefined> {
  const later = (await listByOrderingKey(db, stuck.lane)).filter((entry) => isLaterAttempt(entry, stuck))
  return later.find((entry) => !later.some((other) => isLaterAttempt(other, entry)))
}

/** Merges two attempts of one write: the earlier position stays, under the id that the server may execute. */
async function mergeAttempts(
  account: Account,
  stuck: OutboxEntry,
  last: OutboxEntry,
  now: number,
): Promise<void> {
  const { db } = account
  const at = toInstant(now)
  const attempt = needsNewId(last) ? nextAttempt(last) : { opId: last.opId, ...attemptOf(last) }
  const { opId } = attempt
  const [front, behind] = last.seq < stuck.seq ? [last, stuck] : [stuck, last]
  await changeAndUnblock(db, [stuck, last], async () => {
    await cancelEntries(db, [behind], MERGED, at)
    await repointDependents(db, behind.opId, opId)
    if (front.opId === opId) return
    await resubmit(account, { ...front, handedOverAt: front.handedOverAt ?? at }, attempt, now)
  })
}

/** Queues a refused operation under the id of a later attempt. Call inside the work transaction. */
export async function requeueAs(
  account: Account,
  refused: OutboxEntry,
  attempt: AttemptId,
  now: number,
): Promise<void> {
  await changeAndUnblock(account.db, [refused], () => resubmit(account, refused, attempt, now))
}

async function resubmit(
  account: Account,
  refused: OutboxEntry,
  attempt: AttemptId,
  now: number,
): Promise<void> {
  const { type, v, lane, body, bodyHash } = refused
  // Entries are only made from serialized operations; the server refuses an unknown type again.
  const operation = { type, v, lane, body, bodyHash, ...attempt } as SerializedOperation & AttemptNumber
  await replaceRefused(account, refused, operation, now)
  await restoreSaleOverlay(account.db, refused, attempt.opId)
  await restoreEntryOverlay(account.db, refused, attempt.opId)
}

async function requeueAsItIs(db: AccountDatabase, stuck: OutboxEntry, now: number): Promise<void> {
  const reset = { state: 'queued' as const, serverErrors: 0, aloneErrors: 0, crashes: 0, aloneCrashes: 0 }
  const refused = stuck.last?.kind === 'refused'
  const last = refused ? null : stuck.last
  await updateEntries(db, [{ ...stuck, ...reset, last, lease: null, nextAt: 0, waitSetAt: 0, result: null }])
  await restoreSaleOverlay(db, stuck, stuck.opId)
  if (!refused) return
  await restoreEntryOverlay(db, stuck, stuck.opId)
  await insertAudit(db, { at: toInstant(now), action: REQUEUED, subject: stuck.lane, opId: stuck.opId })
}

/** Changes entries and unblocks what waited for a person because of them. */
async function changeAndUnblock(
  db: AccountDatabase,
  entries: readonly OutboxEntry[],
  change: () => Promise<void>,
): Promise<void> {
  const waiting: OutboxEntry[] = []
  for (const entry of entries) waiting.push(...(await listEntriesBehind(db, entry)))
  await change()
  const orderingKeys = entries.map(({ lane }) => lane)
  await refreshPending(db, [...orderingKeys, ...(await unblock(db, waiting))])
}
