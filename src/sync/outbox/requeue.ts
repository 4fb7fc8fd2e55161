import type { AccountDatabase } from '#data/account-database.ts'
import { addAudit } from '#data/audit.ts'
import { listLane, putEntries } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { readRecord, refreshPending } from '../records.ts'
import { overlaySale } from './apply-result.ts'
import { entriesBehind, releaseBehind } from './dependants.ts'
import { pointDependants, renewRefused, withdraw } from './enqueue.ts'
import { needsNewId, recordOfLane } from './entry.ts'
import type { FrozenOperation } from './freeze-operation.ts'
import { isLaterTry, nextTry } from './next-try.ts'

/** Whoever reads the audit sees that a second answer to the same operation is due. */
const REQUEUED = 'sent again under its id'
const MOVED = 'sent again in the place of its first try'

/**
 * Queues a stuck operation again, letter for letter and in its old place: under its own id, unless the server would
 * answer that as before. Call inside the work transaction.
 */
export async function requeue(account: Account, stuck: OutboxEntry, now: number): Promise<void> {
  const { db } = account
  if (!needsNewId(stuck)) return letGo(db, [stuck], () => requeueAsItIs(db, stuck, now))
  const last = await lastTry(db, stuck)
  if (last) return joinTries(account, stuck, last, now)
  return requeueAs(account, stuck, nextTry(stuck.opId), now)
}

/** The last of the later tries beside it, which only an app that knew nothing of tries can have laid in. */
async function lastTry(db: AccountDatabase, { lane, opId }: OutboxEntry): Promise<OutboxEntry | undefined> {
  const later = (await listLane(db, lane)).filter((entry) => isLaterTry(entry.opId, opId))
  return later.find((entry) => !later.some((other) => isLaterTry(other.opId, entry.opId)))
}

/** Of two tries of one writing the foremost place stays, under the id that the server may do. */
async function joinTries(
  account: Account,
  stuck: OutboxEntry,
  last: OutboxEntry,
  now: number,
): Promise<void> {
  const { db } = account
  const at = toInstant(now)
  const opId = needsNewId(last) ? nextTry(last.opId) : last.opId
  const [front, behind] = last.seq < stuck.seq ? [last, stuck] : [stuck, last]
  await letGo(db, [stuck, last], async () => {
    await withdraw(db, [behind], MOVED, at)
    await pointDependants(db, behind.opId, opId)
    if (front.opId === opId) return
    await renew(account, { ...front, handedOverAt: front.handedOverAt ?? at }, opId, now)
  })
}

/** Queues what the server refused under a given id of a later try. Call inside the work transaction. */
export async function requeueAs(
  account: Account,
  refused: OutboxEntry,
  opId: string,
  now: number,
): Promise<void> {
  await letGo(account.db, [refused], () => renew(account, refused, opId, now))
}

async function renew(account: Account, refused: OutboxEntry, opId: string, now: number): Promise<void> {
  const { type, v, lane, body, bodyHash } = refused
  // Entries are only ever made from frozen operations; an unknown type is refused by the server again.
  await renewRefused(account, refused, { opId, type, v, lane, body, bodyHash } as FrozenOperation, now)
  await countSale(account.db, refused, opId)
}

async function requeueAsItIs(db: AccountDatabase, stuck: OutboxEntry, now: number): Promise<void> {
  const anew = { state: 'queued' as const, serverErrors: 0, aloneErrors: 0, crashes: 0, aloneCrashes: 0 }
  const refused = stuck.last?.kind === 'refused'
  const last = refused ? null : stuck.last
  await putEntries(db, [{ ...stuck, ...anew, last, lease: null, nextAt: 0, waitSetAt: 0, result: null }])
  if (!refused) return
  await countSale(db, stuck, stuck.opId)
  await addAudit(db, { at: toInstant(now), action: REQUEUED, subject: stuck.lane, opId: stuck.opId })
}

/** A refused sale counts no longer; sent again it does, until the server has numbered it and counts it. */
async function countSale(db: AccountDatabase, { type, lane }: OutboxEntry, opId: string): Promise<void> {
  const named = type === 'invoice.submit' ? recordOfLane(lane) : undefined
  const sold = named && (await readRecord(db, named.kind, named.id))
  if (sold?.kind === 'invoice' && sold.record.status === 'draft') await overlaySale(db, opId, sold.record)
}

/** Changes entries so that what waited behind them waits for no person any more. */
async function letGo(
  db: AccountDatabase,
  entries: readonly OutboxEntry[],
  change: () => Promise<void>,
): Promise<void> {
  const waiting: OutboxEntry[] = []
  for (const entry of entries) waiting.push(...(await entriesBehind(db, entry)))
  await change()
  const lanes = entries.map(({ lane }) => lane)
  await refreshPending(db, [...lanes, ...(await releaseBehind(db, waiting))])
}
