import type { AccountDatabase } from '#data/account-database.ts'
import { insertAudit } from '#data/audit.ts'
import { recountInvoices } from '#data/invoices.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { damagedField } from '#data/outbox-entry-schema.ts'
import type { Ports } from '#data/ports.ts'
import { refreshPending } from '#data/records.ts'
import { type CheckedTable, ROW_CHECKS } from '#data/row-checks.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { beginEpoch } from './enqueue.ts'
import { type DamagedEntry, quarantineEntries } from './quarantine-entries.ts'

/** The storage may return a row later that it does not return now: it counts as lost after so many sweeps. */
const SWEEPS_TO_LOST = 3
const RECORD_TABLES: ReadonlySet<CheckedTable> = new Set([
  'invoices',
  'customers',
  'products',
  'vendors',
  'categories',
  'expenses',
  'collections',
])

type Damaged = { readonly key: string | number; readonly row: unknown; readonly reason: string }

/** So many rows are read at once. */
const CHUNK = 500

/**
 * Reads a table in chunks, and row by row where a chunk fails, to distinguish one unreadable row from a storage that
 * gives nothing at all.
 */
async function findDamaged(db: AccountDatabase, name: CheckedTable): Promise<Damaged[]> {
  const table = db.table<unknown, string | number>(name)
  const isSound: (row: unknown) => boolean = ROW_CHECKS[name]
  const keys = await table.toCollection().primaryKeys()
  const damaged: Damaged[] = []
  for (let start = 0; start < keys.length; start += CHUNK) {
    const chunk = keys.slice(start, start + CHUNK)
    const rows = await table.bulkGet(chunk).catch(() => undefined)
    for (const [index, key] of chunk.entries()) {
      try {
        const row = rows ? rows[index] : await table.get(key)
        if (row !== undefined && !isSound(row)) damaged.push({ key, row, reason: 'form' })
      } catch {
        damaged.push({ key, row: undefined, reason: 'unreadable' })
      }
    }
  }
  return damaged
}

/** Those that count as lost: damaged for good, or not returned by the storage for several sweeps. */
async function selectLost(
  db: AccountDatabase,
  name: CheckedTable,
  damaged: readonly Damaged[],
): Promise<Damaged[]> {
  const sweeps = { ...(await findMeta(db, 'unreadable-rows')) }
  const lost = damaged.filter(({ key, reason }) => {
    if (reason !== 'unreadable') return true
    const id = `${name}:${key}`
    sweeps[id] = (sweeps[id] ?? 0) + 1
    return sweeps[id] >= SWEEPS_TO_LOST
  })
  if (damaged.some(({ reason }) => reason === 'unreadable')) await upsertMeta(db, 'unreadable-rows', sweeps)
  return lost
}

/** What the index of a table still contains of an unreadable row. */
async function findIndexed(
  db: AccountDatabase,
  index: 'opId' | 'lane',
  seq: number,
): Promise<string | undefined> {
  let found: string | undefined
  await db.outbox.orderBy(index).eachKey((key, cursor) => {
    if (cursor.primaryKey === seq && typeof key === 'string') found = key
  })
  return found
}

async function asDamagedEntry(db: AccountDatabase, { key, row, reason }: Damaged): Promise<DamagedEntry> {
  const seq = Number(key)
  if (row !== undefined) return { seq, row, reason: damagedField(row) ?? reason }
  const [opId, lane] = [await findIndexed(db, 'opId', seq), await findIndexed(db, 'lane', seq)]
  return {
    seq,
    row,
    reason,
    ...(opId === undefined ? {} : { opId }),
    ...(lane === undefined ? {} : { lane }),
  }
}

async function quarantineOutbox(account: Account, lost: readonly Damaged[], now: number): Promise<void> {
  const { db } = account
  const entries: DamagedEntry[] = []
  for (const one of lost) entries.push(await asDamagedEntry(db, one))
  await workTransaction(db, async () => {
    await refreshPending(db, await quarantineEntries(account, entries, now))
  })
}

/** Takes rows out of a table and keeps what can be read of them in the audit. Counters are recalculated. */
async function takeOut(
  account: Account,
  name: CheckedTable,
  lost: readonly Damaged[],
  now: number,
): Promise<void> {
  const { db } = account
  await db.transaction('rw', [name, 'audit', 'meta'], async () => {
    for (const { key, row, reason } of lost) {
      await db.table<unknown, string | number>(name).delete(key)
      const detail = { reason, row }
      await insertAudit(db, {
        at: toInstant(now),
        action: 'quarantined',
        subject: `${name}:${key}`,
        opId: null,
        detail,
      })
    }
  })
  // The daily comparison with the server fetches those that the server has.
  if (RECORD_TABLES.has(name)) await upsertMeta(db, 'replica-due', now)
  if (name === 'invoices') await upsertMeta(db, 'counts', await recountInvoices(db))
}

/** Restores values of `meta` that must exist and can be derived from the outbox. */
async function restoreCounters({ db }: Account, newId: () => string): Promise<void> {
  await workTransaction(db, async () => {
    const [epoch, deviceSeq, pending] = await Promise.all([
      findMeta(db, 'epoch'),
      findMeta(db, 'deviceSeq'),
      findMeta(db, 'pending'),
    ])
    const entries = await db.outbox.toArray()
    if (pending === undefined) {
      await upsertMeta(db, 'pending', entries.filter(({ state }) => state !== 'done').length)
    }
    if (epoch !== undefined && deviceSeq !== undefined) return
    // Numbers may have been used before: a new epoch says that numbering starts again, with the work that is unsent.
    await beginEpoch(db, newId())
  })
}

/**
 * Quarantines the rows of some tables that are not in the form this app stores. A row of the outbox asks for a
 * person; any other row is removed from its table, with a copy in the audit, and records are compared with the server
 * again. Returns how many there were.
 */
async function sweep(
  account: Account,
  names: readonly CheckedTable[],
  { clock, newId }: Pick<Ports, 'clock' | 'newId'>,
): Promise<number> {
  const { db } = account
  let count = 0
  for (const name of names) {
    const damaged = await findDamaged(db, name)
    if (damaged.length === 0) continue
    const lost = await selectLost(db, name, damaged)
    if (name === 'outbox') await quarantineOutbox(account, lost, clock.now())
    else await takeOut(account, name, lost, clock.now())
    if (name === 'meta') await restoreCounters(account, newId)
    count += lost.length
  }
  return count
}

/** A sync that fails again within this time is not followed by another sweep, because a sweep reads every row. */
const BETWEEN_SWEEPS_MS = 60_000

/**
 * Checks every table that a sync reads, after a sync failed for no known reason. Returns whether rows were
 * quarantined.
 */
export async function quarantineDamaged(account: Account, ports: Ports): Promise<boolean> {
  const now = ports.clock.now()
  const sweptAt = await findMeta(account.db, 'swept-at').catch(() => undefined)
  if (typeof sweptAt === 'number' && now >= sweptAt && now - sweptAt < BETWEEN_SWEEPS_MS) return false
  // Values of `meta` first: repairing the other tables needs them.
  const count = await sweep(account, Object.keys(ROW_CHECKS) as CheckedTable[], ports)
  await upsertMeta(account.db, 'swept-at', now)
  return count > 0
}

/**
 * Checks the outbox: when the app starts, because a row that lost its state is in no list that a drain reads, and when a
 * command failed for no known reason. Returns whether rows were quarantined.
 */
export async function quarantineDamagedWork(account: Account, ports: Ports): Promise<boolean> {
  return (await sweep(account, ['outbox'], ports)) > 0
}
