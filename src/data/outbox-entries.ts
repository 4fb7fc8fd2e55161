import { Dexie } from 'dexie'
import type { AccountDatabase } from './account-database.ts'
import { findMeta, upsertMeta } from './meta.ts'
import type { OutboxEntry, OutboxState } from './rows.ts'

/** States of entries that are not sent completely. `done` entries only wait for the pull to contain them. */
export const UNSENT_STATES: readonly OutboxState[] = ['queued', 'sending', 'attention', 'blocked']

function entriesInState(db: AccountDatabase, state: OutboxState, afterSeq?: number) {
  return db.outbox
    .where('[state+seq]')
    .between([state, afterSeq ?? Dexie.minKey], [state, Dexie.maxKey], afterSeq === undefined, true)
}

/** Entries of one state in order of arrival, `limit` at most, after a position. */
export function listEntriesInState(
  db: AccountDatabase,
  state: OutboxState,
  limit: number,
  afterSeq?: number,
): Promise<OutboxEntry[]> {
  return db.run(() => entriesInState(db, state, afterSeq).limit(limit).toArray())
}

/** What this phone has not sent yet, oldest first. */
export async function listUnsent(db: AccountDatabase, limit = 200): Promise<OutboxEntry[]> {
  const lists = await Promise.all(UNSENT_STATES.map((state) => listEntriesInState(db, state, limit)))
  return lists
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .slice(0, limit)
}

/** Entries a person has to look at, oldest first. */
export function listAttention(db: AccountDatabase, limit = 200): Promise<OutboxEntry[]> {
  return listEntriesInState(db, 'attention', limit)
}

/** Operations on invoices that match, `limit` at most, however many others are before them. */
export function listInvoiceEntries(
  db: AccountDatabase,
  matches: (entry: OutboxEntry) => boolean,
  limit: number,
): Promise<OutboxEntry[]> {
  return db.run(() => db.outbox.where('lane').startsWith('inv:').filter(matches).limit(limit).toArray())
}

/** The fields that the server refused in the operation of an ordering key that needs attention, if it named any. */
export async function listRefusedFields(
  db: AccountDatabase,
  orderingKey: string,
): Promise<readonly { readonly path: string; readonly code: string }[]> {
  const refused = (await listByOrderingKey(db, orderingKey)).find((entry) => entry.state === 'attention')
  return refused?.last?.fields ?? []
}

/** Every entry of an ordering key in order, including the answered ones that the pull has not passed. */
export function listByOrderingKey(db: AccountDatabase, orderingKey: string): Promise<OutboxEntry[]> {
  return db.run(() => db.outbox.where('lane').equals(orderingKey).sortBy('seq'))
}

const NAMELESS = 'damaged:'

/** The ordering key of an entry in place of a row of which nothing says what it was about. */
export function namelessOrderingKey(seq: number): string {
  return `${NAMELESS}${seq}`
}

export function countNameless(db: AccountDatabase): Promise<number> {
  return db.run(() => db.outbox.where('lane').startsWith(NAMELESS).count())
}

/** Fewer than this are read one by one. */
const INDIVIDUAL_LOOKUP_LIMIT = 4

/** The entries of several ordering keys, each in order. A key without entries is not in the map. */
export async function listByOrderingKeys(
  db: AccountDatabase,
  orderingKeys: readonly string[],
): Promise<Map<string, OutboxEntry[]>> {
  const found = new Map<string, OutboxEntry[]>()
  // With an empty outbox, as during a first sync, the search is skipped.
  if (orderingKeys.length === 0 || (await db.run(() => db.outbox.limit(1).count())) === 0) return found
  const distinct = [...new Set(orderingKeys)].sort()
  for (const entry of (await listAdjacent(db, distinct)) ?? (await listEach(db, distinct))) {
    const entries = found.get(entry.lane)
    if (entries) entries.push(entry)
    else found.set(entry.lane, [entry])
  }
  for (const entries of found.values()) entries.sort((a, b) => a.seq - b.seq)
  return found
}

/** All requested at once: `anyOf` walks a cursor, and waits for the database at each step. */
async function listEach(db: AccountDatabase, orderingKeys: readonly string[]): Promise<OutboxEntry[]> {
  const lists = await Promise.all(
    orderingKeys.map((orderingKey) => db.run(() => db.outbox.where('lane').equals(orderingKey).toArray())),
  )
  return lists.flat()
}

/**
 * Reads the entries of several ordering keys, given in order, in one range: sales made one after the other are
 * adjacent, because ids grow with time. `undefined` when too many other entries are between them.
 */
async function listAdjacent(
  db: AccountDatabase,
  orderingKeys: readonly string[],
): Promise<OutboxEntry[] | undefined> {
  const [first, last, requested] = [orderingKeys[0], orderingKeys.at(-1), new Set(orderingKeys)]
  if (first === undefined || last === undefined || orderingKeys.length < INDIVIDUAL_LOOKUP_LIMIT)
    return undefined
  const limit = 2 * orderingKeys.length
  const between = await db.run(() =>
    db.outbox
      .where('lane')
      .between(first, last, true, true)
      .limit(limit + 1)
      .toArray(),
  )
  return between.length > limit ? undefined : between.filter(({ lane }) => requested.has(lane))
}

/** Entries by their positions in the outbox, given in order; adjacent ones are read as one range. */
export async function findEntries(
  db: AccountDatabase,
  seqs: readonly number[],
): Promise<(OutboxEntry | undefined)[]> {
  const [first, last] = [seqs[0], seqs.at(-1)]
  const gapless = seqs.every((seq, index) => first !== undefined && seq === first + index)
  if (first === undefined || last === undefined || !gapless) return db.run(() => db.outbox.bulkGet([...seqs]))
  const found = new Map<number, OutboxEntry>()
  const entries = await db.run(() => db.outbox.where('seq').between(first, last, true, true).toArray())
  for (const entry of entries) found.set(entry.seq, entry)
  return seqs.map((seq) => found.get(seq))
}

export function findEntry(db: AccountDatabase, opId: string): Promise<OutboxEntry | undefined> {
  return db.run(() => db.outbox.where('opId').equals(opId).first())
}

/** Entries that wait for an operation. */
export function listDependents(db: AccountDatabase, opId: string): Promise<OutboxEntry[]> {
  return db.run(() => db.outbox.where('dependsOn').equals(opId).sortBy('seq'))
}

/** Those of the given operations that this phone has not sent completely. */
export async function findUnfinished(db: AccountDatabase, opIds: readonly string[]): Promise<Set<string>> {
  if (opIds.length === 0) return new Set()
  const entries = await db.run(() =>
    db.outbox
      .where('opId')
      .anyOf([...opIds])
      .toArray(),
  )
  return new Set(entries.filter((entry) => entry.state !== 'done').map((entry) => entry.opId))
}

/** How many entries are not done: a stored counter. */
export async function countPending(db: AccountDatabase): Promise<number> {
  return (await findMeta(db, 'pending')) ?? 0
}

/** Adds an entry and counts it. Call inside a transaction over `outbox` and `meta`. */
export async function insertEntry(
  db: AccountDatabase,
  entry: Omit<OutboxEntry, 'seq'> & { readonly seq?: number },
): Promise<number> {
  const [seq] = await Promise.all([
    db.outbox.add(entry),
    entry.state === 'done' ? undefined : addPending(db, 1),
  ])
  return seq
}

async function addPending(db: AccountDatabase, change: number): Promise<void> {
  await upsertMeta(db, 'pending', (await countPending(db)) + change)
}

/**
 * Updates entries that are already in the outbox and their count. Call inside a transaction as above. A caller that
 * has read the entries in that transaction passes them as `current`, in the same order, which saves reading each
 * again.
 */
export async function updateEntries(
  db: AccountDatabase,
  entries: readonly OutboxEntry[],
  current?: readonly OutboxEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const before = current ?? (await db.outbox.bulkGet(entries.map((entry) => entry.seq)))
  const pendingWeight = (entry: OutboxEntry | undefined) =>
    entry !== undefined && entry.state !== 'done' ? 1 : 0
  const change = entries.reduce(
    (sum, entry, index) => sum + pendingWeight(entry) - pendingWeight(before[index]),
    0,
  )
  await db.outbox.bulkPut([...entries])
  if (change !== 0) await upsertMeta(db, 'pending', (await countPending(db)) + change)
}

/**
 * Makes queued entries due that wait because the server answered `code`. Gives whether there were any. Call inside a
 * transaction as above.
 */
export async function endWaits(db: AccountDatabase, code: string): Promise<boolean> {
  const waiting = await db.run(() =>
    entriesInState(db, 'queued')
      .filter(({ last }) => last?.code === code)
      .toArray(),
  )
  await updateEntries(
    db,
    waiting.map((entry) => ({ ...entry, nextAt: 0, waitSetAt: 0 })),
    waiting,
  )
  return waiting.length > 0
}

/** Removes entries and keeps the count. Call inside a transaction as above. */
export async function deleteEntries(db: AccountDatabase, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return
  const pendingRemoved = entries.filter((entry) => entry.state !== 'done').length
  await db.outbox.bulkDelete(entries.map((entry) => entry.seq))
  if (pendingRemoved !== 0) await upsertMeta(db, 'pending', (await countPending(db)) - pendingRemoved)
}

/** The position of an entry that is sent automatically: being sent, or with so many entries before it. */
export type QueuePosition = { readonly sending: boolean; readonly before: number }

/** The position of the last entry of an ordering key; `undefined` when none of its entries is about to be sent. */
export async function findQueuePosition(
  db: AccountDatabase,
  orderingKey: string,
): Promise<QueuePosition | undefined> {
  const entry = (await listByOrderingKey(db, orderingKey))
    .filter(({ state }) => state === 'queued' || state === 'sending')
    .at(-1)
  if (!entry) return undefined
  const counts = await Promise.all(
    (['queued', 'sending'] as const).map((state) =>
      db.run(() =>
        db.outbox
          .where('[state+seq]')
          .between([state, Dexie.minKey], [state, entry.seq], true, false)
          .count(),
      ),
    ),
  )
  return { sending: entry.state === 'sending', before: counts.reduce((sum, count) => sum + count, 0) }
}

/** Answered entries whose change the pull has fetched: those after `from`, up to `upTo`. */
export async function listAcknowledged(
  db: AccountDatabase,
  { from, upTo }: { readonly from: number; readonly upTo: number },
): Promise<OutboxEntry[]> {
  const done = await db.run(() => entriesInState(db, 'done').toArray())
  return done.filter(({ ackChangeId }) => ackChangeId !== null && ackChangeId > from && ackChangeId <= upTo)
}

/** Entries about the contents of files, of one expense or of all, in order. */
export function listFileEntries(db: AccountDatabase, expenseId?: string): Promise<OutboxEntry[]> {
  const prefix = expenseId === undefined ? 'file:' : `file:${expenseId}:`
  return db.run(() => db.outbox.where('lane').startsWith(prefix).sortBy('seq'))
}
