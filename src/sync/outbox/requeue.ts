import type { AccountDatabase } from '#data/account-database.ts'
import { addAudit } from '#data/audit.ts'
import { findEntry, putEntries } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { readRecord, refreshPending } from '../records.ts'
import { overlaySale } from './apply-result.ts'
import { entriesBehind, releaseBehind } from './dependants.ts'
import { renewRefused } from './enqueue.ts'
import { needsNewId, recordOfLane } from './entry.ts'
import type { FrozenOperation } from './freeze-operation.ts'
import { nextTry } from './next-try.ts'

/** Whoever reads the audit sees that a second answer to the same operation is due. */
const REQUEUED = 'sent again under its id'

/** The id of the next try of an operation that does not stand in this outbox already. */
async function freeTry(db: AccountDatabase, opId: string): Promise<string> {
  let id = nextTry(opId)
  while (await findEntry(db, id)) id = nextTry(id)
  return id
}

/**
 * Queues a stuck operation again, letter for letter and in its old place: under its own id, unless the server would
 * answer that as before. Call inside the work transaction.
 */
export async function requeue(account: Account, stuck: OutboxEntry, now: number): Promise<void> {
  if (needsNewId(stuck)) await requeueAs(account, stuck, await freeTry(account.db, stuck.opId), now)
  else await letGo(account, stuck, () => requeueAsItIs(account, stuck, now))
}

/** Queues what the server refused under a given id of a later try. Call inside the work transaction. */
export async function requeueAs(
  account: Account,
  refused: OutboxEntry,
  opId: string,
  now: number,
): Promise<void> {
  const { type, v, lane, body, bodyHash } = refused
  // Entries are only ever made from frozen operations; an unknown type is refused by the server again.
  const operation = { opId, type, v, lane, body, bodyHash } as FrozenOperation
  await letGo(account, refused, async () => {
    await renewRefused(account, refused, operation, now)
    await countSale(account.db, refused, opId)
  })
}

async function requeueAsItIs({ db }: Account, stuck: OutboxEntry, now: number): Promise<void> {
  const anew = { state: 'queued' as const, serverErrors: 0, aloneErrors: 0, crashes: 0, aloneCrashes: 0 }
  await putEntries(db, [{ ...stuck, ...anew, lease: null, nextAt: 0, waitSetAt: 0, result: null }])
  if (stuck.last?.kind !== 'refused') return
  await countSale(db, stuck, stuck.opId)
  await addAudit(db, { at: toInstant(now), action: REQUEUED, subject: stuck.lane, opId: stuck.opId })
}

/** A refused sale counts no longer; sent again it does. */
async function countSale(db: AccountDatabase, { type, lane }: OutboxEntry, opId: string): Promise<void> {
  const named = type === 'invoice.submit' ? recordOfLane(lane) : undefined
  const sold = named && (await readRecord(db, named.kind, named.id))
  if (sold?.kind === 'invoice') await overlaySale(db, opId, sold.record)
}

/** Changes an entry so that what waited behind it waits for no person any more. */
async function letGo({ db }: Account, entry: OutboxEntry, change: () => Promise<void>): Promise<void> {
  const waiting = await entriesBehind(db, entry)
  await change()
  await refreshPending(db, [entry.lane, ...(await releaseBehind(db, waiting))])
}
