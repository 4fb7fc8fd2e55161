import type { Aggregate } from '#contract/aggregates.ts'
import type { Change } from '#contract/sync.ts'
import {
  type AggregateKind,
  type AggregateRow,
  mergeAggregates,
  ZERO_FIGURES,
} from '#domain/reports/aggregate.ts'
import type { AccountDatabase } from './account-database.ts'
import { findMetas } from './meta.ts'
import type { OverlayRow } from './rows.ts'

type Period = { readonly from: string; readonly to: string }

/** A stored total as the figures are added up. */
export function toAggregateRow(aggregate: Aggregate): AggregateRow {
  const { id: _, companyId: __, rev: ___, kind, period, key, ...figures } = aggregate
  // Totals fetched by an older version have no refunds.
  return { kind, period, key, figures: { ...ZERO_FIGURES, ...figures } }
}

function rowsOf(overlays: readonly OverlayRow[], kind: AggregateKind, period: Period): AggregateRow[] {
  return overlays
    .flatMap((overlay) => overlay.rows)
    .filter((row) => row.kind === kind && row.period >= period.from && row.period <= period.to)
}

/** The server's totals plus what this phone has sold and the server's totals do not contain yet. */
async function totals(db: AccountDatabase, kind: AggregateKind, period: Period): Promise<AggregateRow[]> {
  const [aggregates, overlays] = await Promise.all([
    db.run(() =>
      db.aggregates
        .where('[kind+period]')
        .between([kind, period.from], [kind, period.to], true, true)
        .toArray(),
    ),
    db.run(() => db.overlays.toArray()),
  ])
  return mergeAggregates([...aggregates.map(toAggregateRow), ...rowsOf(overlays, kind, period)])
}

/** Whether the totals of all days are here: a sum of a part of them would be wrong. */
export async function haveDayTotals(db: AccountDatabase): Promise<boolean> {
  const [isDone, areHere] = await findMetas(db, ['first-pull-done', 'day-totals'])
  return isDone === true || areHere === true
}

/** The part of the daily totals that this phone has sold and the server has not accepted yet. */
export async function unsentTotals(db: AccountDatabase, period: Period): Promise<AggregateRow[]> {
  const overlays = await db.run(() => db.overlays.toArray())
  const entries = await db.run(() =>
    db.outbox
      .where('opId')
      .anyOf(overlays.map(({ opId }) => opId))
      .toArray(),
  )
  // Accepted sales are added to the server's totals until those contain them.
  const unsent = new Set(entries.filter(({ state }) => state !== 'done').map(({ opId }) => opId))
  return mergeAggregates(
    rowsOf(
      overlays.filter(({ opId }) => unsent.has(opId)),
      'day',
      period,
    ),
  )
}

/** Takes out of the totals what belongs to no operation of the outbox any more. Call inside the work transaction. */
export async function deleteOrphanedOverlays(db: AccountDatabase): Promise<void> {
  const opIds = await db.overlays.toCollection().primaryKeys()
  const entries = await db.outbox.where('opId').anyOf(opIds).toArray()
  const known = new Set(entries.map(({ opId }) => opId))
  await db.overlays.bulkDelete(opIds.filter((opId) => !known.has(opId)))
}

/** Totals per day, `from` and `to` (`YYYY-MM-DD`) included; days without sales are left out. */
export function dailyTotals(db: AccountDatabase, period: Period): Promise<AggregateRow[]> {
  return totals(db, 'day', period)
}

/** Totals per month of each product, customer or operator, `from` and `to` (`YYYY-MM`) included. */
export function monthlyTotals(
  db: AccountDatabase,
  kind: Exclude<AggregateKind, 'day' | 'stock'>,
  period: Period,
): Promise<AggregateRow[]> {
  return totals(db, kind, period)
}

/** A total as the feed has it, or its deletion. */
type TotalChange = Extract<Change, { t: 'aggregate' }>

/** Stores a total of the server, unless this phone has a newer one. Needs a transaction. */
export async function applyTotal(db: AccountDatabase, change: TotalChange): Promise<void> {
  const stored = await db.aggregates.get(change.id)
  if (stored && stored.rev > change.rev) return
  if (change.op === 'delete' || change.row === null) await db.aggregates.delete(change.id)
  else await db.aggregates.put({ ...change.row, rev: change.rev })
}
