import type { Aggregate } from '#contract/aggregates.ts'
import {
  type AggregateKind,
  type AggregateRow,
  mergeAggregates,
  ZERO_FIGURES,
} from '#domain/reports/aggregate.ts'
import type { AccountDatabase } from './account-database.ts'
import type { OverlayRow } from './rows.ts'

type Period = { readonly from: string; readonly to: string }

function toAggregateRow(aggregate: Aggregate): AggregateRow {
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

/** Totals per day, `from` and `to` (`YYYY-MM-DD`) included; days without sales are left out. */
export function dailyTotals(db: AccountDatabase, period: Period): Promise<AggregateRow[]> {
  return totals(db, 'day', period)
}

/** Totals per month of each product, customer or operator, `from` and `to` (`YYYY-MM`) included. */
export function monthlyTotals(
  db: AccountDatabase,
  kind: Exclude<AggregateKind, 'day'>,
  period: Period,
): Promise<AggregateRow[]> {
  return totals(db, kind, period)
}
