import { mergeAggregates } from '#domain/reports/aggregate.ts'
import { STOCK_PERIOD } from '#domain/stock/stock.ts'
import type { AccountDatabase } from './account-database.ts'
import { toAggregateRow } from './aggregates.ts'

/**
 * The levels of products that a person began to count, in thousandths: what the server has added up, and what this phone
 * has sold and entered since. Products without a first entry are left out.
 */
export async function readStock(
  db: AccountDatabase,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Set(productIds)
  const [stored, overlays] = await Promise.all([
    db.run(() => db.aggregates.bulkGet([...wanted].map((id) => `stock:${STOCK_PERIOD}:${id}`))),
    db.run(() => db.overlays.toArray()),
  ])
  const unsent = overlays
    .flatMap(({ rows }) => rows)
    .filter(({ kind, key }) => kind === 'stock' && wanted.has(key))
  const known = stored.flatMap((row) => (row ? [toAggregateRow(row)] : []))
  return new Map(
    mergeAggregates([...known, ...unsent])
      .filter(({ figures }) => figures.count > 0)
      .map(({ key, figures }) => [key, figures.quantity]),
  )
}
