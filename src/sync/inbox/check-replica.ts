import { type DigestAnswer, LATER_COMPARED_TABLES } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { insertAudit } from '#data/audit.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listEntriesInState } from '#data/outbox-entries.ts'
import { recordTable } from '#data/records.ts'
import type { ServerCopyRow } from '#data/rows.ts'
import { DAY_MS, fiscalDayOf, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { EAT_OFFSET_MS } from '#domain/calendar/east-africa-offset.ts'
import { rowsDigest, totalsDigest } from '#domain/replica/rows-digest.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import { fetchSlice, type Slice } from './fetch-slice.ts'
import { fetchTotals } from './fetch-totals.ts'

/** When the company's data was changing or the server did not answer, the comparison is repeated after this long. */
const AGAIN_MS = 10 * 60_000

/** First moment of a month in East Africa, `YYYY-MM`. */
function startOfMonth(month: string): Instant {
  return toInstant(Date.parse(`${month}-01T00:00:00.000Z`) - EAT_OFFSET_MS)
}

/** A part of what this phone holds: records, or the stored totals. */
export type ComparedPart = Slice | { readonly t: 'aggregate'; readonly month: null }

type LocalRow = { readonly id: string; readonly rev: number; readonly saleAt?: Instant }

/**
 * What this phone stores of the server's records, at the server's revisions, including those covered by a person's
 * edit.
 */
async function listLocalRows(db: AccountDatabase, t: Slice['t'], from: string): Promise<LocalRow[]> {
  const serverCopies = new Map(
    (await db.shadows.filter((serverCopy) => serverCopy.t === t).toArray()).map(
      (serverCopy) => [serverCopy.id, serverCopy] as const,
    ),
  )
  const localRows: LocalRow[] = []
  const add = (row: LocalRow, serverCopy: ServerCopyRow | undefined) => {
    const rev = Math.max(row.rev, serverCopy?.rev ?? 0)
    if (rev > 0 && serverCopy?.op !== 'delete') localRows.push({ ...row, rev })
  }
  if (t === 'invoice') {
    await db.invoices
      .where('orderKey')
      .aboveOrEqual(startOfMonth(from))
      .each(({ id, rev, saleAt }) => add({ id, rev, saleAt }, serverCopies.get(id)))
  } else {
    await recordTable(db, t).each(({ id, rev }) => add({ id, rev }, serverCopies.get(id)))
  }
  return localRows
}

/** Whether the stored totals of this phone are not the server's; `false` where the server compares none. */
async function haveTotalsChanged(db: AccountDatabase, { totals }: DigestAnswer): Promise<boolean> {
  if (totals === undefined) return false
  const actual = totalsDigest(await db.aggregates.toArray())
  return actual.count !== totals.count || actual.hash !== totals.hash
}

/** The parts in which this phone differs from what the server says it must hold. */
async function differing(db: AccountDatabase, answer: DigestAnswer): Promise<ComparedPart[]> {
  const slices: (Slice & { readonly rows: readonly LocalRow[] })[] = []
  for (const t of ['customer', 'product', 'expense'] as const) {
    slices.push({ t, month: null, rows: await listLocalRows(db, t, answer.fromMonth) })
  }
  for (const t of answer.laterSlices ? LATER_COMPARED_TABLES : []) {
    slices.push({ t, month: null, rows: await listLocalRows(db, t, answer.fromMonth) })
  }
  const { collections } = answer
  if (collections) {
    slices.push({
      t: 'collection',
      month: null,
      rows: await listLocalRows(db, 'collection', answer.fromMonth),
    })
  }
  const expectedSlices = [
    ...answer.slices,
    ...(answer.laterSlices ?? []).map((slice) => ({ ...slice, month: null })),
    ...(collections ? [{ ...collections, t: 'collection', month: null }] : []),
  ]
  const months = new Map<string, LocalRow[]>()
  for (const slice of answer.slices) if (slice.month !== null) months.set(slice.month, [])
  for (const row of await listLocalRows(db, 'invoice', answer.fromMonth)) {
    const month = row.saleAt === undefined ? '' : fiscalDayOf(row.saleAt).slice(0, 7)
    const known = months.get(month)
    if (known) known.push(row)
    else months.set(month, [row])
  }
  for (const [month, rows] of months) slices.push({ t: 'invoice', month, rows })
  const differ = slices.flatMap(({ t, month, rows }): ComparedPart[] => {
    const expected = expectedSlices.find((slice) => slice.t === t && slice.month === month)
    const actual = rowsDigest(rows)
    const same = expected
      ? expected.count === actual.count && expected.hash === actual.hash
      : actual.count === 0
    return same ? [] : [{ t, month }]
  })
  return (await haveTotalsChanged(db, answer)) ? [...differ, { t: 'aggregate', month: null }] : differ
}

/**
 * Whether the replica moved on from `cursor` while it was compared. Results of this phone's own operations are in its
 * rows before the cursor includes them: until then their entry stays in the outbox.
 */
async function hasMoved(db: AccountDatabase, cursor: string): Promise<boolean> {
  const [now, done] = await db.transaction('r', [db.meta, db.outbox], () =>
    Promise.all([findMeta(db, 'cursor'), listEntriesInState(db, 'done', 1)]),
  )
  return now !== cursor || done.length > 0
}

/**
 * Once a day, when this phone is up to date with the server: compares what it holds with what it must hold, and
 * fetches again what differs. Runs in the background and never changes what a person wrote. Returns what differed.
 */
export async function checkReplica(account: Account, deps: SyncDeps): Promise<readonly ComparedPart[]> {
  const { db } = account
  const now = deps.ports.clock.now()
  const [due, cursor] = await Promise.all([findMeta(db, 'replica-due'), findMeta(db, 'cursor')])
  if (cursor === undefined) return []
  // What was just fetched for the first time is right, and a cheap phone is busy then.
  const first = due === undefined
  if (first) await upsertMeta(db, 'replica-due', now + DAY_MS)
  // A clock that jumped back must not delay it for longer than a day.
  if (first || (now < due && due - now <= DAY_MS)) return []
  const nonce = deps.ports.newId()
  const outcome = await deps.call('sync.digest', { cursor, nonce })
  const answer = outcome.kind === 'answered' && outcome.value.nonce === nonce ? outcome.value : undefined
  const slices = answer && !answer.moved ? await db.run(() => differing(db, answer)) : []
  // Checked after the rows were read: results stored from here on are not among them.
  if (!answer || answer.moved || (await hasMoved(db, cursor))) {
    await upsertMeta(db, 'replica-due', now + AGAIN_MS)
    return []
  }
  for (const slice of slices) {
    const detail = { t: slice.t, month: slice.month }
    await insertAudit(db, {
      at: toInstant(now),
      action: 'replica differed',
      subject: slice.t,
      opId: null,
      detail,
    })
    const fetched =
      slice.t === 'aggregate' ? await fetchTotals(account, deps) : await fetchSlice(account, deps, slice)
    if (!fetched) return slices
  }
  await upsertMeta(db, 'replica-due', now + DAY_MS)
  return slices
}
