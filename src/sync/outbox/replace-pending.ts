import type { OperationBody } from '#contract/operations.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isContentWrite, isUnsent, readBody, recordOfOrderingKey, wasNeverSent } from '#data/outbox-entry.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { findServerCopy } from '#data/server-copies.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { listEntriesBehind, unblock } from './dependents.ts'
import { cancelEntries, enqueue, replacePending, repointDependents } from './enqueue.ts'
import type { SerializedOperation } from './serialize-operation.ts'

/** Writings of a lane in whose place a new one comes, oldest first. */
type ReplacedWrites = {
  readonly inPlace: boolean
  readonly entries: readonly OutboxEntry[]
  /** The last of those that stay before the new one. */
  readonly precedingWrite: OutboxEntry | undefined
}

async function findReplacedWrites(db: AccountDatabase, orderingKey: string): Promise<ReplacedWrites> {
  const writes = (await listByOrderingKey(db, orderingKey)).filter(
    (entry) => isUnsent(entry) && isContentWrite(entry),
  )
  const refused = writes.filter((entry) => entry.state === 'attention')
  const unsent = writes.filter(wasNeverSent)
  const last = unsent.at(-1)
  const inPlace = refused.length === 0 && last !== undefined
  const entries = inPlace ? [last] : [...refused, ...unsent].sort((one, other) => one.seq - other.seq)
  return { inPlace, entries, precedingWrite: writes.findLast((entry) => !entries.includes(entry)) }
}

/** What a writing is laid over at the server, for a merge field by field. */
export type MergeBase<Fields> = {
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
export async function readMergeBase<T extends 'customer.save' | 'product.save' | 'expense.save'>(
  db: AccountDatabase,
  type: T,
  orderingKey: string,
  shown: OperationBody<T>['base'],
): Promise<MergeBase<NonNullable<OperationBody<T>['base']>>> {
  const { entries, precedingWrite } = await findReplacedWrites(db, orderingKey)
  const replaces = entries.map(({ opId }) => opId)
  const [first] = entries
  const earlier = first && readBody(type, first)
  const preceding = precedingWrite && readBody(type, precedingWrite)
  if (preceding) return { base: earlier?.base ?? preceding.fields, replaces }
  const named = recordOfOrderingKey(orderingKey)
  const serverCopy = named && (await findServerCopy(db, named.kind, named.id))
  // What is held back is the server's, also where its revision was forgotten because everything is fetched anew.
  const isThere = shown !== null || serverCopy?.op === 'put'
  if (!isThere) return { base: null, replaces }
  return { base: earlier ? earlier.base : shown, replaces }
}

/** Whether a writing about a lane still comes in the place of the same ones. Call inside the work transaction. */
export async function isSameMergeBase(
  db: AccountDatabase,
  orderingKey: string,
  { replaces }: Pick<MergeBase<unknown>, 'replaces'>,
): Promise<boolean> {
  const { entries } = await findReplacedWrites(db, orderingKey)
  return entries.map(({ opId }) => opId).join() === replaces.join()
}

/**
 * Queues what a person wrote last about a record. A writing that never left this phone is replaced in its place, so
 * that saves do not pile up; one that the server refused is withdrawn, with a copy in the audit; one whose outcome
 * is open stays before the new one. Call inside the work transaction. Gives the lanes whose records show something
 * else now.
 */
export async function enqueueOrReplace(
  account: Account,
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<string[]> {
  const { db } = account
  const { inPlace, entries: replaced } = await findReplacedWrites(db, operation.lane)
  const [last] = replaced
  if (inPlace && last) {
    await replacePending(account, last, operation, dependsOn, now)
    return [operation.lane]
  }
  const waiting = await listAllBehind(account, replaced)
  await cancelEntries(db, replaced, 'superseded', toInstant(now))
  await enqueue(account, operation, dependsOn, now)
  for (const entry of replaced) await repointDependents(db, entry.opId, operation.opId)
  return [operation.lane, ...(await unblock(db, waiting))]
}

async function listAllBehind(account: Account, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const lists: OutboxEntry[][] = []
  for (const entry of entries) lists.push(await listEntriesBehind(account.db, entry))
  return lists.flat()
}
