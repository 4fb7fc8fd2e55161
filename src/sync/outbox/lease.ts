import { PUSH_MAX_OPERATIONS } from '#contract/sync.ts'
import { readMeta, removeMeta, writeMeta } from '#data/meta.ts'
import { listInState, putEntries, unfinished } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { refreshPending } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import { blockBehind } from './dependants.ts'
import { fileOfLane } from './entry.ts'
import { companyOf, isDue, nextBatch } from './next-batch.ts'

/** A page that is frozen keeps its lock; after this long without a sign of life another may take over. */
export const LEASE_MS = 45_000

/** Enough to fill a request even when many wait for something. */
const PAGE = 2 * PUSH_MAX_OPERATIONS
/** So many in a row died under it while alone: a person must look. */
const ALONE_CRASHES_TO_ATTENTION = 3

/** What travels in one request. */
export type Batch = {
  readonly attemptId: string
  /** Marked as sending. */
  readonly entries: readonly OutboxEntry[]
  /** The same before they were marked. */
  readonly before: readonly OutboxEntry[]
  /** There are more in the queue: while this travels it is worth making the next ready. */
  readonly more: boolean
}

export type Leased =
  | { readonly kind: 'batch'; readonly batch: Batch }
  /** Nothing may go now; `dueInMs` until the first may, `null` when none waits for a time. */
  | { readonly kind: 'nothing'; readonly dueInMs: number | null }
  /** Somebody else is at work. */
  | { readonly kind: 'lost' }

type Holder = {
  readonly owner: string
  readonly sole: boolean
  /** The attempt of this holder that is under way right now. */
  readonly travelling?: string
}

async function othersLease(account: Account, holder: Holder, now: number): Promise<boolean> {
  if (holder.sole) return false
  const lease = await readMeta(account.db, 'drain-lease')
  return (
    lease !== undefined && lease.owner !== holder.owner && lease.until > now && lease.until - now <= LEASE_MS
  )
}

function interrupted(entry: OutboxEntry, now: number): OutboxEntry {
  // Counted from when it travels alone because of earlier deaths: a person may well reload three times.
  const suspected = entry.lease?.size === 1 && companyOf(entry) === 1
  const aloneCrashes = suspected ? entry.aloneCrashes + 1 : entry.aloneCrashes
  const last = { at: toInstant(now), kind: 'interrupted' as const, http: null, code: 'NETWORK_UNREACHABLE' }
  const counted = { crashes: entry.crashes + 1, aloneCrashes, lease: null, last }
  return aloneCrashes >= ALONE_CRASHES_TO_ATTENTION
    ? { ...entry, ...counted, state: 'attention', last: { ...last, code: 'UNEXPECTED' } }
    : { ...entry, ...counted, state: 'queued' }
}

/**
 * Puts entries that were under way when page or worker died back into the queue: their outcome is unknown, so the
 * same bytes go again under the same id. Without a sure lock only those whose lease has run out. Gives the lanes
 * whose records may show something else now.
 */
async function recover(account: Account, holder: Holder, now: number): Promise<string[]> {
  const sending = await listInState(account.db, 'sending', 10_000)
  const orphans = sending.filter((entry) => {
    const until = entry.lease?.until ?? 0
    if (holder.travelling !== undefined && entry.lease?.attemptId === holder.travelling) return false
    return holder.sole || until <= now || until - now > LEASE_MS || entry.lease?.owner === holder.owner
  })
  const recovered = orphans.map((entry) => interrupted(entry, now))
  await putEntries(account.db, recovered)
  const lanes = recovered.map((entry) => entry.lane)
  for (const entry of recovered) {
    if (entry.state === 'attention') lanes.push(...(await blockBehind(account.db, entry)))
  }
  return lanes
}

/** Lowest place per lane of what is owed and cannot go by itself. */
async function occupiedLanes(account: Account): Promise<Map<string, number>> {
  const occupied = new Map<string, number>()
  for (const state of ['sending', 'attention', 'blocked'] as const) {
    for (const entry of await listInState(account.db, state, 10_000)) {
      const known = occupied.get(entry.lane)
      if (known === undefined || entry.seq < known) occupied.set(entry.lane, entry.seq)
    }
  }
  return occupied
}

/** Leaves out what says that a file is there before the file was sent: it would be asked for again. */
async function withSentFiles(
  db: Account['db'],
  entries: readonly OutboxEntry[],
): Promise<readonly OutboxEntry[]> {
  const named = entries.map(({ lane }) => fileOfLane(lane))
  const hashes = named.flatMap((file) => file?.sha256 ?? [])
  if (hashes.length === 0) return entries
  const rows = await db.files.bulkGet([...new Set(hashes)])
  const open = new Set(rows.flatMap((row) => (row && row.sent < row.size ? row.sha256 : [])))
  return entries.filter((_, at) => !open.has(named[at]?.sha256 ?? ''))
}

async function choose(
  account: Account,
  now: number,
  ignoreWaits: boolean,
): Promise<{ chosen: OutboxEntry[]; more: boolean; dueInMs: number | null }> {
  const occupied = await occupiedLanes(account)
  let dueInMs: number | null = null
  const seen: OutboxEntry[] = []
  for (;;) {
    const page = await listInState(account.db, 'queued', PAGE, seen.at(-1)?.seq)
    seen.push(...page)
    const owed = await unfinished(account.db, [...new Set(seen.flatMap((entry) => entry.dependsOn))])
    const candidates = await withSentFiles(account.db, seen)
    const chosen = nextBatch({ candidates, occupied, unfinished: owed, now, ignoreWaits })
    if (chosen.length > 0) return { chosen, more: seen.length > chosen.length, dueInMs: null }
    for (const entry of page) {
      if (!isDue(entry, now)) dueInMs = Math.min(dueInMs ?? Number.POSITIVE_INFINITY, entry.nextAt - now)
    }
    if (page.length < PAGE) return { chosen: [], more: false, dueInMs }
  }
}

/**
 * Takes the next entries and marks them as sending, in one transaction: what is marked is sent, and what is sent was
 * marked. Every entry carries the attempt's id, without which no answer is applied.
 */
export function leaseBatch(
  account: Account,
  holder: Holder,
  attempt: { readonly id: string; readonly now: number; readonly ignoreWaits: boolean },
): Promise<Leased> {
  const { db } = account
  const { now } = attempt
  return workTransaction(db, async (): Promise<Leased> => {
    if (await othersLease(account, holder, now)) return { kind: 'lost' }
    const recovered = await recover(account, holder, now)
    const { chosen, more, dueInMs } = await choose(account, now, attempt.ignoreWaits)
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
    await putEntries(db, entries, chosen)
    await refreshPending(db, recovered)
    if (entries.length === 0) return { kind: 'nothing', dueInMs }
    await writeMeta(db, 'drain-lease', { owner: holder.owner, until })
    return { kind: 'batch', batch: { attemptId: attempt.id, entries, before: chosen, more } }
  })
}

/** Puts entries that were marked and then not sent back as they were; nobody ever tried them. */
export async function unmark(account: Account, { attemptId, before }: Batch): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    const current = await db.outbox.bulkGet(before.map(({ seq }) => seq))
    const ours = before.flatMap((was, index) => {
      const entry = current[index]
      if (entry?.state !== 'sending' || entry.lease?.attemptId !== attemptId) return []
      // Who handed it to another phone meanwhile has done so.
      const { handedOverAt } = entry
      return [handedOverAt === undefined ? was : { ...was, handedOverAt }]
    })
    await putEntries(db, ours)
  })
}

/** Shows a sign of life before anything else, so that a page frozen right after can be told from one at work. */
export async function takeLease(account: Account, owner: string, now: number): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    const lease = await readMeta(db, 'drain-lease')
    const others = lease !== undefined && lease.owner !== owner && lease.until > now
    if (!others) await writeMeta(db, 'drain-lease', { owner, until: now + LEASE_MS })
  })
}

/** Says that this page or worker is done for now. */
export async function giveBackLease(account: Account, owner: string): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    const lease = await readMeta(db, 'drain-lease')
    if (lease?.owner === owner) await removeMeta(db, 'drain-lease')
  })
}

/** Whether nobody has shown a sign of life lately, so that a held lock may be taken from a frozen page. */
export async function isLeaseOver(account: Account, now: number): Promise<boolean> {
  const lease = await readMeta(account.db, 'drain-lease')
  return lease !== undefined && (lease.until <= now || lease.until - now > LEASE_MS)
}
