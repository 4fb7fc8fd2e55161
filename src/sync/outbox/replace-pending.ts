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

/** Content writes of an ordering key that a new one replaces, oldest first. */
type ReplacedWrites = {
  /** The new write replaces the only one in its position. */
  readonly inPlace: boolean
  readonly entries: readonly OutboxEntry[]
  /** The last of those that stay before the new one. */
  readonly precedingWrite: OutboxEntry | undefined
}

function findReplacedWrites(sameKey: readonly OutboxEntry[]): ReplacedWrites {
  const writes = sameKey.filter((entry) => isUnsent(entry) && isContentWrite(entry))
  const refused = writes.filter((entry) => entry.state === 'attention')
  const unsent = writes.filter(wasNeverSent)
  const last = unsent.at(-1)
  const inPlace = refused.length === 0 && last !== undefined
  const entries = inPlace ? [last] : [...refused, ...unsent].sort((one, other) => one.seq - other.seq)
  return { inPlace, entries, precedingWrite: writes.filter((entry) => !entries.includes(entry)).at(-1) }
}

/**
 * Picks the merge base, the fields that the server compares a write with: the base of the pending write it replaces, else
 * the last write that stays before it, else the record as shown. With the shown record as base of a replacing write, the
 * earlier edit would count as done already, and be lost. `null` for a record that the server does not have: all of it is
 * new. `sameKey` are the entries of the ordering key; `shown` the fields of the record on this phone, `null` when the
 * server never had it. Call inside the work transaction.
 */
export async function readMergeBase<
  T extends 'customer.save' | 'product.save' | 'vendor.save' | 'category.save' | 'expense.save',
>(
  db: AccountDatabase,
  type: T,
  orderingKey: string,
  sameKey: readonly OutboxEntry[],
  shown: OperationBody<T>['base'],
): Promise<OperationBody<T>['base']> {
  const { entries, precedingWrite } = findReplacedWrites(sameKey)
  const [first] = entries
  const earlier = first && readBody(type, first)
  const preceding = precedingWrite && readBody(type, precedingWrite)
  if (preceding) return earlier?.base ?? preceding.fields
  if (shown !== null || earlier === undefined) return earlier ? earlier.base : shown
  const named = recordOfOrderingKey(orderingKey)
  const serverCopy = named && (await findServerCopy(db, named.kind, named.id))
  // A server copy proves that the server has the record, also where its revision was deleted because everything is
  // pulled again.
  return serverCopy?.op === 'put' ? earlier.base : null
}

/** The entries of the ordering key after a write, and the ordering keys whose records changed what they show. */
type Enqueued = { readonly sameKey: readonly OutboxEntry[]; readonly orderingKeys: readonly string[] }

/**
 * Queues the latest content that a person wrote for a record. A write that was never sent is replaced in its
 * position, so that saves do not pile up; a refused one is canceled, with a copy in the audit; one with an unknown
 * outcome stays before the new one. `sameKey` are the entries of the ordering key. Call inside the work transaction.
 */
export async function enqueueOrReplace(
  account: Account,
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
  sameKey: readonly OutboxEntry[],
): Promise<Enqueued> {
  const { db } = account
  const { inPlace, entries: replaced } = findReplacedWrites(sameKey)
  const [last] = replaced
  if (inPlace && last) {
    const placed = await replacePending(account, last, operation, dependsOn, now)
    const after = sameKey.map((entry) => (entry === last ? placed : entry))
    return { sameKey: after, orderingKeys: [operation.lane] }
  }
  if (replaced.length === 0) {
    const entry = await enqueue(account, operation, dependsOn, now, sameKey)
    return { sameKey: [...sameKey, entry], orderingKeys: [operation.lane] }
  }
  const waiting = await listAllBehind(account, replaced)
  await cancelEntries(db, replaced, 'superseded', toInstant(now))
  await enqueue(account, operation, dependsOn, now)
  for (const entry of replaced) await repointDependents(db, entry.opId, operation.opId)
  const unblocked = await unblock(db, waiting)
  const after = await listByOrderingKey(db, operation.lane)
  return { sameKey: after, orderingKeys: [operation.lane, ...unblocked] }
}

async function listAllBehind(account: Account, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const lists: OutboxEntry[][] = []
  for (const entry of entries) lists.push(await listEntriesBehind(account.db, entry))
  return lists.flat()
}
