import type { OperationBody } from '#contract/operations.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listLane } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { findShadow } from '#data/shadows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { entriesBehind, releaseBehind } from './dependants.ts'
import { enqueue, pointDependants, replaceUnsent, withdraw } from './enqueue.ts'
import { isUnsent, readBody, recordOfLane, wasNeverSent, writesContent } from './entry.ts'
import type { FrozenOperation } from './freeze-operation.ts'

/** Writings of a lane in whose place a new one comes, oldest first. */
type Replaced = {
  readonly inPlace: boolean
  readonly entries: readonly OutboxEntry[]
  /** The last of those that stay before the new one. */
  readonly inFront: OutboxEntry | undefined
}

async function writingsReplaced(db: AccountDatabase, lane: string): Promise<Replaced> {
  const writings = (await listLane(db, lane)).filter((entry) => isUnsent(entry) && writesContent(entry))
  const refused = writings.filter((entry) => entry.state === 'attention')
  const unsent = writings.filter(wasNeverSent)
  const last = unsent.at(-1)
  const inPlace = refused.length === 0 && last !== undefined
  const entries = inPlace ? [last] : [...refused, ...unsent].sort((one, other) => one.seq - other.seq)
  return { inPlace, entries, inFront: writings.findLast((entry) => !entries.includes(entry)) }
}

/** What a writing is laid over at the server, for a merge field by field. */
export type Ground<Fields> = {
  /** The fields that the writing is compared with at the server; `null` for a record it does not have: all of it is new. */
  readonly base: Fields | null
  /** Operations in whose place the writing comes; others than these when it is queued make another ground. */
  readonly replaces: readonly string[]
}

/**
 * What a writing is to be laid over: the record as this phone shows it; what stays in front of it, its outcome open; or,
 * where the writing takes the place of one that the server never did, what that one was laid over. Named as seen, the
 * earlier edit would count as done already, and be lost. A record that a restored server lost is laid over nothing,
 * whatever was edited of it. `seen` are the fields of the record on this phone, `null` when the server never had it.
 */
export async function readGround<T extends 'customer.save' | 'product.save' | 'expense.save'>(
  db: AccountDatabase,
  type: T,
  lane: string,
  seen: OperationBody<T>['base'],
): Promise<Ground<NonNullable<OperationBody<T>['base']>>> {
  const { entries, inFront } = await writingsReplaced(db, lane)
  const replaces = entries.map(({ opId }) => opId)
  const [first] = entries
  const earlier = first && readBody(type, first)
  const before = inFront && readBody(type, inFront)
  if (before) return { base: earlier?.base ?? before.fields, replaces }
  const named = recordOfLane(lane)
  const shadow = named && (await findShadow(db, named.kind, named.id))
  // What is held back is the server's, also where its revision was forgotten because everything is fetched anew.
  const isThere = seen !== null || shadow?.op === 'put'
  if (!isThere) return { base: null, replaces }
  return { base: earlier ? earlier.base : seen, replaces }
}

/** Whether a writing about a lane still comes in the place of the same ones. Call inside the work transaction. */
export async function isSameGround(
  db: AccountDatabase,
  lane: string,
  { replaces }: Pick<Ground<unknown>, 'replaces'>,
): Promise<boolean> {
  const { entries } = await writingsReplaced(db, lane)
  return entries.map(({ opId }) => opId).join() === replaces.join()
}

/**
 * Queues what a person wrote last about a record. A writing that never left this phone is replaced in its place, so
 * that saves do not pile up; one that the server refused is withdrawn, with a copy in the audit; one whose outcome
 * is open stays before the new one. Call inside the work transaction. Gives the lanes whose records show something
 * else now.
 */
export async function queueWriting(
  account: Account,
  operation: FrozenOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<string[]> {
  const { db } = account
  const { inPlace, entries: leaving } = await writingsReplaced(db, operation.lane)
  const [last] = leaving
  if (inPlace && last) {
    await replaceUnsent(account, last, operation, dependsOn, now)
    return [operation.lane]
  }
  const waiting = await allBehind(account, leaving)
  await withdraw(db, leaving, 'superseded', toInstant(now))
  await enqueue(account, operation, dependsOn, now)
  for (const entry of leaving) await pointDependants(db, entry.opId, operation.opId)
  return [operation.lane, ...(await releaseBehind(db, waiting))]
}

async function allBehind(account: Account, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const lists: OutboxEntry[][] = []
  for (const entry of entries) lists.push(await entriesBehind(account.db, entry))
  return lists.flat()
}
