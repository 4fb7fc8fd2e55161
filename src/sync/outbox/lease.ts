import { PUSH_MAX_OPERATIONS } from '#contract/sync.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import { findUnfinished, listEntriesInState, updateEntries } from '#data/outbox-entries.ts'
import { fileOfOrderingKey, isDue } from '#data/outbox-entry.ts'
import { refreshPending } from '#data/records.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { blockDependents } from './dependents.ts'
import { maxBatchSize, nextBatch } from './next-batch.ts'
import {
  type DamagedEntry,
  listUnsendable,
  partitionEntries,
  quarantineEntries,
} from './quarantine-entries.ts'

/** A frozen page keeps its lock; after this long without a renewal another may take over. */
export const LEASE_MS = 45_000

/** Enough to fill a request even when many entries have to wait. */
const PAGE = 2 * PUSH_MAX_OPERATIONS
/** After so many crashes in a row while it was sent alone, a person must look at it. */
const ISOLATED_CRASHES_TO_ATTENTION = 3

/** The entries of one request. */
export type Batch = {
  readonly attemptId: string
  /** Marked as sending. */
  readonly entries: readonly OutboxEntry[]
  /** The same before they were marked. */
  readonly original: readonly OutboxEntry[]
  /** There are more in the queue: prepare the next batch while this one is sent. */
  readonly hasMore: boolean
}

export type LeaseResult =
  | { readonly kind: 'batch'; readonly batch: Batch }
  /** No entry may be sent now; `dueInMs` until the first may, `null` when none waits for a time. */
  | { readonly kind: 'nothing'; readonly dueInMs: number | null }
  /** Another page or the worker holds the lease. */
  | { readonly kind: 'lost' }

type Holder = {
  readonly owner: string
  readonly exclusive: boolean
  /** This holder's attempt that is under way. */
  readonly inFlight?: string
}

async function isLeasedByOther(account: Account, holder: Holder, now: number): Promise<boolean> {
  if (holder.exclusive) return false
  const lease = await findMeta(account.db, 'drain-lease')
  return (
    lease !== undefined && lease.owner !== holder.owner && lease.until > now && lease.until - now <= LEASE_MS
  )
}

function interrupted(entry: OutboxEntry, now: number): OutboxEntry {
  // Counted once the entry is sent alone because of earlier crashes: a person may well reload three times.
  const suspected = entry.lease?.size === 1 && maxBatchSize(entry) === 1
  const isolatedCrashes = suspected ? entry.aloneCrashes + 1 : entry.aloneCrashes
  const last = { at: toInstant(now), kind: 'interrupted' as const, http: null, code: 'NETWORK_UNREACHABLE' }
  const counted = { crashes: entry.crashes + 1, aloneCrashes: isolatedCrashes, lease: null, last }
  return isolatedCrashes >= ISOLATED_CRASHES_TO_ATTENTION
    ? { ...entry, ...counted, state: 'attention', last: { ...last, code: 'UNEXPECTED' } }
    : { ...entry, ...counted, state: 'queued' }
}

/**
 * Puts entries that were being sent when page or worker died back into the queue: their outcome is unknown, so the
 * same bytes are sent again under the same id. Without an exclusive lock only those whose lease has expired. Returns
 * the ordering keys whose records may have changed.
 */
async function recover(account: Account, holder: Holder, now: number): Promise<string[]> {
  const { sound, damaged } = partitionEntries(await listEntriesInState(account.db, 'sending', 10_000))
  const orderingKeys = await quarantineEntries(account, damaged, now)
  const orphans = sound.filter((entry) => {
    const until = entry.lease?.until ?? 0
    if (holder.inFlight !== undefined && entry.lease?.attemptId === holder.inFlight) return false
    return holder.exclusive || until <= now || until - now > LEASE_MS || entry.lease?.owner === holder.owner
  })
  const recovered = orphans.map((entry) => interrupted(entry, now))
  await updateEntries(account.db, recovered)
  orderingKeys.push(...recovered.map((entry) => entry.lane))
  for (const entry of recovered) {
    if (entry.state === 'attention') orderingKeys.push(...(await blockDependents(account.db, entry)))
  }
  return orderingKeys
}

/** The lowest position per ordering key of an unsent entry that cannot be sent automatically. */
async function occupiedOrderingKeys(account: Account): Promise<Map<string, number>> {
  const occupied = new Map<string, number>()
  for (const state of ['sending', 'attention', 'blocked'] as const) {
    for (const entry of await listEntriesInState(account.db, state, 10_000)) {
      const known = occupied.get(entry.lane)
      if (known === undefined || entry.seq < known) occupied.set(entry.lane, entry.seq)
    }
  }
  return occupied
}

/** Leaves out operations that report a file which is not sent yet: the server would ask for it again. */
async function withSentFiles(
  db: Account['db'],
  entries: readonly OutboxEntry[],
): Promise<readonly OutboxEntry[]> {
  const named = entries.map(({ lane }) => fileOfOrderingKey(lane))
  const hashes = named.flatMap((file) => file?.sha256 ?? [])
  if (hashes.length === 0) return entries
  const rows = await db.run(() => db.files.bulkGet([...new Set(hashes)]))
  const open = new Set(rows.flatMap((row) => (row && row.sent < row.size ? row.sha256 : [])))
  return entries.filter((_, at) => !open.has(named[at]?.sha256 ?? ''))
}

type Selection = {
  readonly chosen: OutboxEntry[]
  readonly hasMore: boolean
  readonly dueInMs: number | null
  /** Rows among those read that are no valid entries, or must not be sent: quarantined before a batch is leased. */
  readonly damaged: readonly DamagedEntry[]
}

async function selectBatch(account: Account, now: number, ignoreWaits: boolean): Promise<Selection> {
  const occupied = await occupiedOrderingKeys(account)
  let dueInMs: number | null = null
  const seen: OutboxEntry[] = []
  for (;;) {
    const page = await listEntriesInState(account.db, 'queued', PAGE, seen.at(-1)?.seq)
    const { sound, damaged } = partitionEntries(page)
    if (damaged.length > 0) return { chosen: [], hasMore: true, dueInMs: null, damaged }
    seen.push(...sound)
    const unfinishedIds = await findUnfinished(account.db, [
      ...new Set(seen.flatMap((entry) => entry.dependsOn)),
    ])
    const candidates = await withSentFiles(account.db, seen)
    const chosen = nextBatch({ candidates, occupied, unfinished: unfinishedIds, now, ignoreWaits })
    if (chosen.length > 0) {
      const unsendable = listUnsendable(account, chosen)
      return { chosen, hasMore: seen.length > chosen.length, dueInMs: null, damaged: unsendable }
    }
    for (const entry of page) {
      if (!isDue(entry, now)) dueInMs = Math.min(dueInMs ?? Number.POSITIVE_INFINITY, entry.nextAt - now)
    }
    if (page.length < PAGE) return { chosen: [], hasMore: false, dueInMs, damaged: [] }
  }
}

/**
 * Leases the next entries and marks them as sending, in one transaction: an entry is sent only if it is marked. Every
 * entry has the attempt's id, without which no answer is applied. Rows that cannot be read or whose body does not
 * match its hash are quarantined here and never sent.
 */
export function leaseBatch(
  account: Account,
  holder: Holder,
  attempt: { readonly id: string; readonly now: number; readonly ignoreWaits: boolean },
): Promise<LeaseResult> {
  const { db } = account
  const { now } = attempt
  return workTransaction(db, async (): Promise<LeaseResult> => {
    if (await isLeasedByOther(account, holder, now)) return { kind: 'lost' }
    const recovered = await recover(account, holder, now)
    let selection = await selectBatch(account, now, attempt.ignoreWaits)
    while (selection.damaged.length > 0) {
      recovered.push(...(await quarantineEntries(account, selection.damaged, now)))
      selection = await selectBatch(account, now, attempt.ignoreWaits)
    }
    const { chosen, hasMore, dueInMs } = selection
    const until = now + LEASE_MS
    const entries = chosen.map((entry): OutboxEntry => {
      return {
        ...entry,
        state: 'sending',
        tries: (entry.tries ?? 0) + 1,
        firstSentAt: entry.firstSentAt ?? toInstant(now),
        lease: { attemptId: attempt.id, owner: holder.owner, until, size: chosen.length },
      }
    })
    await updateEntries(db, entries, chosen)
    await refreshPending(db, recovered)
    if (entries.length === 0) return { kind: 'nothing', dueInMs }
    await upsertMeta(db, 'drain-lease', { owner: holder.owner, until })
    return { kind: 'batch', batch: { attemptId: attempt.id, entries, original: chosen, hasMore } }
  })
}

/** Restores entries that were marked as sending and then not sent; no attempt was made. */
export async function releaseBatch(account: Account, { attemptId, original }: Batch): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    const current = await db.outbox.bulkGet(original.map(({ seq }) => seq))
    const ours = original.flatMap((was, index) => {
      const entry = current[index]
      if (entry?.state !== 'sending' || entry.lease?.attemptId !== attemptId) return []
      // The mark of an entry that was handed to another phone meanwhile stays.
      const { handedOverAt } = entry
      return [handedOverAt === undefined ? was : { ...was, handedOverAt }]
    })
    await updateEntries(db, ours)
  })
}

/**
 * Renews the lease before anything else, so that a page frozen right after can be distinguished from a working one.
 */
export async function acquireLease(account: Account, owner: string, now: number): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    const lease = await findMeta(db, 'drain-lease')
    const others = lease !== undefined && lease.owner !== owner && lease.until > now
    if (!others) await upsertMeta(db, 'drain-lease', { owner, until: now + LEASE_MS })
  })
}

/** Releases the lease: this page or worker has finished for now. */
export async function releaseLease(account: Account, owner: string): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    const lease = await findMeta(db, 'drain-lease')
    if (lease?.owner === owner) await deleteMeta(db, 'drain-lease')
  })
}

/** Whether the lease has expired, so that a held lock may be taken from a frozen page. */
export async function isLeaseExpired(account: Account, now: number): Promise<boolean> {
  const lease = await findMeta(account.db, 'drain-lease')
  return lease !== undefined && (lease.until <= now || lease.until - now > LEASE_MS)
}
