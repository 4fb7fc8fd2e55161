import type { AccountDatabase } from '#data/account-database.ts'
import { findUnfinished, listByOrderingKey, listDependents, updateEntries } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { restoreSaleOverlay } from './sale-overlay.ts'

/** Entries that this one blocks: later ones under its ordering key, and those that depend on it. */
async function listBehind(db: AccountDatabase, entry: OutboxEntry): Promise<OutboxEntry[]> {
  const later = (await listByOrderingKey(db, entry.lane)).filter((other) => other.seq > entry.seq)
  const dependents = await listDependents(db, entry.opId)
  return [...new Map([...later, ...dependents].map((other) => [other.seq, other])).values()]
}

/**
 * Marks everything behind an entry that needs a person as blocked, transitively. Returns the ordering keys changed. A sale
 * that needs a person or waits for one is in no total. A first count of stock waits only for sales that are sent by
 * themselves: its level would wait for a person.
 */
export async function blockDependents(db: AccountDatabase, entry: OutboxEntry): Promise<string[]> {
  const orderingKeys: string[] = []
  const open = [entry]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.type === 'invoice.submit') await db.overlays.delete(next.opId)
    const behind = (await listBehind(db, next)).filter((other) => other.state === 'queued')
    const { opId, type } = next
    const counts = type.startsWith('invoice.') ? behind.filter((other) => other.type === 'stock.add') : []
    await updateEntries(
      db,
      counts.map((other) => ({ ...other, dependsOn: other.dependsOn.filter((id) => id !== opId) })),
      counts,
    )
    const waiting = behind.filter((other) => !counts.includes(other))
    await updateEntries(
      db,
      waiting.map((other) => ({ ...other, state: 'blocked' as const, lease: null })),
    )
    orderingKeys.push(...waiting.map((other) => other.lane))
    open.push(...waiting)
  }
  return orderingKeys
}

/**
 * Unblocks entries that have nothing failed before them any more, transitively. Returns the ordering keys changed.
 */
export async function unblock(db: AccountDatabase, blocked: readonly OutboxEntry[]): Promise<string[]> {
  const orderingKeys: string[] = []
  const open = [...blocked]
  for (let next = open.shift(); next; next = open.shift()) {
    const entry = await db.outbox.get(next.seq)
    if (entry?.state !== 'blocked' || (await isStuck(db, entry))) continue
    await updateEntries(db, [{ ...entry, state: 'queued', nextAt: 0, waitSetAt: 0 }])
    await restoreSaleOverlay(db, entry, entry.opId)
    orderingKeys.push(entry.lane)
    open.push(...(await listBehind(db, entry)))
  }
  return orderingKeys
}

/** The entries that an entry blocks now; call it before the entry leaves the outbox. */
export const listEntriesBehind = listBehind

/** Also a row of which the storage lost the state: it will ask for a person once it is found. */
function needsPerson({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state !== 'queued' && state !== 'sending' && state !== 'done'
}

/**
 * Whether something before this place, under its ordering key or among its dependencies, needs a person. A caller that
 * has read the entries of the ordering key in this transaction passes them as `sameKey`.
 */
export async function isStuck(
  db: AccountDatabase,
  entry: Pick<OutboxEntry, 'lane' | 'seq' | 'dependsOn'>,
  sameKey?: readonly OutboxEntry[],
): Promise<boolean> {
  const inSameKey = (sameKey ?? (await listByOrderingKey(db, entry.lane))).some(
    (other) => other.seq < entry.seq && needsPerson(other),
  )
  if (inSameKey) return true
  const unfinishedIds = await findUnfinished(db, entry.dependsOn)
  if (unfinishedIds.size === 0) return false
  const dependencies = await db.outbox
    .where('opId')
    .anyOf([...unfinishedIds])
    .toArray()
  return dependencies.some(needsPerson)
}
