import type { DigestAnswer } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { addAudit } from '#data/audit.ts'
import { guarded } from '#data/guard.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { listInState } from '#data/outbox-entries.ts'
import type { ShadowRow } from '#data/rows.ts'
import { DAY_MS, EAT_OFFSET_MS, fiscalDayOf, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { rowsDigest } from '#domain/replica/rows-digest.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from '../deps.ts'
import { plainTable } from '../records.ts'
import { fetchSlice, type Slice } from './fetch-slice.ts'

/** When the company was in motion or did not answer, it is compared again after this long. */
const AGAIN_MS = 10 * 60_000

/** First moment of a month in East Africa, `YYYY-MM`. */
function startOfMonth(month: string): Instant {
  return toInstant(Date.parse(`${month}-01T00:00:00.000Z`) - EAT_OFFSET_MS)
}

type Held = { readonly id: string; readonly rev: number; readonly saleAt?: Instant }

/** What this phone holds of the server's, at the revisions the server gave: what a person's edit covers included. */
async function heldRows(db: AccountDatabase, t: Slice['t'], from: string): Promise<Held[]> {
  const shadows = new Map(
    (await db.shadows.filter((shadow) => shadow.t === t).toArray()).map(
      (shadow) => [shadow.id, shadow] as const,
    ),
  )
  const held: Held[] = []
  const take = (row: Held, shadow: ShadowRow | undefined) => {
    const rev = Math.max(row.rev, shadow?.rev ?? 0)
    if (rev > 0 && shadow?.op !== 'delete') held.push({ ...row, rev })
  }
  if (t === 'invoice') {
    await db.invoices
      .where('orderKey')
      .aboveOrEqual(startOfMonth(from))
      .each(({ id, rev, saleAt }) => take({ id, rev, saleAt }, shadows.get(id)))
  } else {
    await plainTable(db, t).each(({ id, rev }) => take({ id, rev }, shadows.get(id)))
  }
  return held
}

/** The parts in which this phone differs from what the server says it must hold. */
async function differing(db: AccountDatabase, answer: DigestAnswer): Promise<Slice[]> {
  const slices: (Slice & { readonly rows: readonly Held[] })[] = []
  for (const t of ['customer', 'product', 'expense'] as const) {
    slices.push({ t, month: null, rows: await heldRows(db, t, answer.fromMonth) })
  }
  const months = new Map<string, Held[]>()
  for (const slice of answer.slices) if (slice.month !== null) months.set(slice.month, [])
  for (const row of await heldRows(db, 'invoice', answer.fromMonth)) {
    const month = row.saleAt === undefined ? '' : fiscalDayOf(row.saleAt).slice(0, 7)
    const known = months.get(month)
    if (known) known.push(row)
    else months.set(month, [row])
  }
  for (const [month, rows] of months) slices.push({ t: 'invoice', month, rows })
  return slices.flatMap(({ t, month, rows }) => {
    const said = answer.slices.find((slice) => slice.t === t && slice.month === month)
    const own = rowsDigest(rows)
    const same = said ? said.count === own.count && said.hash === own.hash : own.count === 0
    return same ? [] : [{ t, month }]
  })
}

/**
 * Whether the replica moved on from `cursor` while it was compared. What the server answered to this phone's own work
 * stands in its rows before the cursor knows of it: the entry of it stays until then.
 */
async function hasMoved(db: AccountDatabase, cursor: string): Promise<boolean> {
  const [now, done] = await guarded(db, () =>
    db.transaction('r', [db.meta, db.outbox], () =>
      Promise.all([readMeta(db, 'cursor'), listInState(db, 'done', 1)]),
    ),
  )
  return now !== cursor || done.length > 0
}

/**
 * Once a day, when this phone stands where the server stands: compares what it holds with what it must hold, and
 * fetches anew what differs. Nothing a person wrote is touched, and nobody waits for it. Gives what differed.
 */
export async function checkReplica(account: Account, deps: SyncDeps): Promise<readonly Slice[]> {
  const { db } = account
  const now = deps.ports.clock.now()
  const [due, cursor] = await guarded(db, () =>
    Promise.all([readMeta(db, 'replica-due'), readMeta(db, 'cursor')]),
  )
  if (cursor === undefined) return []
  // What was just fetched for the first time is right, and a cheap phone has enough to do then.
  const first = due === undefined
  if (first) await guarded(db, () => writeMeta(db, 'replica-due', now + DAY_MS))
  // A clock that jumped back must not put it off for longer than a day.
  if (first || (now < due && due - now <= DAY_MS)) return []
  const nonce = deps.ports.newId()
  const outcome = await deps.call('sync.digest', { cursor, nonce })
  const answer = outcome.kind === 'answered' && outcome.value.nonce === nonce ? outcome.value : undefined
  const slices = answer && !answer.moved ? await guarded(db, () => differing(db, answer)) : []
  // Asked after the rows were read: what is answered from here on is not among them.
  if (!answer || answer.moved || (await hasMoved(db, cursor))) {
    await guarded(db, () => writeMeta(db, 'replica-due', now + AGAIN_MS))
    return []
  }
  for (const slice of slices) {
    const detail = { t: slice.t, month: slice.month }
    await guarded(db, () =>
      addAudit(db, { at: toInstant(now), action: 'replica differed', subject: slice.t, opId: null, detail }),
    )
    if (!(await fetchSlice(account, deps, slice))) return slices
  }
  await guarded(db, () => writeMeta(db, 'replica-due', now + DAY_MS))
  return slices
}
