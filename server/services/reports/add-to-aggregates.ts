import type { Aggregate } from '#contract/aggregates.ts'
import {
  type AggregateFigures,
  type AggregateRow,
  addFigures,
  aggregateId,
  mergeAggregates,
  ZERO_FIGURES,
} from '#domain/reports/aggregate.ts'
import { listAggregates, upsertAggregates } from '../../storage/invoices/aggregates.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { ChangedRecord } from '../../storage/sync/changes.ts'

function definedOnly<V>(record: Readonly<Record<string, V | undefined>>): Record<string, V> {
  const defined: Record<string, V> = {}
  for (const [key, value] of Object.entries(record)) if (value !== undefined) defined[key] = value
  return defined
}

function figuresOf(aggregate: Aggregate | undefined): AggregateFigures {
  // Totals kept before there were refunds do not name them.
  return { ...ZERO_FIGURES, ...aggregate }
}

function addRow(scope: CompanyScope, before: Aggregate | undefined, row: AggregateRow): Aggregate {
  const figures = addFigures(figuresOf(before), row.figures)
  return aggregateOf(scope, { ...row, figures }, (before?.rev ?? 0) + 1)
}

/** A total as it is stored and pulled. */
export function aggregateOf(scope: CompanyScope, row: AggregateRow, rev: number): Aggregate {
  const { figures } = row
  return {
    id: aggregateId(row),
    companyId: scope.companyId,
    rev,
    kind: row.kind,
    period: row.period,
    key: row.key,
    count: figures.count,
    gross: figures.gross,
    net: figures.net,
    vat: figures.vat,
    discount: figures.discount,
    quantity: figures.quantity,
    canceledCount: figures.canceledCount,
    canceledGross: figures.canceledGross,
    refundedCount: figures.refundedCount,
    refundedGross: figures.refundedGross,
    refundedVat: figures.refundedVat,
    perLetter: definedOnly(figures.perLetter),
    perPayment: definedOnly(figures.perPayment),
  }
}

/**
 * Adds rows to the kept totals of a company and gives what entered the feed by that. The caller holds the lock of
 * the company's fiscal identity, under which alone totals change.
 */
export async function addToAggregates(
  db: Db,
  scope: CompanyScope,
  rows: readonly AggregateRow[],
): Promise<ChangedRecord[]> {
  const merged = mergeAggregates(rows)
  const before = await listAggregates(db, scope, merged)
  const byId = new Map(before.map((aggregate) => [aggregate.id, aggregate]))
  // The stock of a product is counted from its first entry by hand.
  const counted = merged.filter(
    (row) => row.kind !== 'stock' || row.figures.count > 0 || byId.has(aggregateId(row)),
  )
  const after = counted.map((row) => addRow(scope, byId.get(aggregateId(row)), row))
  await upsertAggregates(db, scope, after)
  return after.map((aggregate) => ({ t: 'aggregate', id: aggregate.id }))
}
