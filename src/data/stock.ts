import { mergeAggregates } from '#domain/reports/aggregate.ts'
import { STOCK_PERIOD } from '#domain/stock/stock.ts'
import type { AccountDatabase } from './account-database.ts'
import { toAggregateRow } from './aggregates.ts'
import type { OverlayRow } from './rows.ts'

function storedKey(productId: string): string {
  return `stock:${STOCK_PERIOD}:${productId}`
}

/** Whether this phone has a level of the product from the server. */
export async function hasStoredStock(db: AccountDatabase, productId: string): Promise<boolean> {
  return (await db.run(() => db.aggregates.get(storedKey(productId)))) !== undefined
}

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
    db.run(() => db.aggregates.bulkGet([...wanted].map(storedKey))),
    db.run(() => db.overlays.toArray()),
  ])
  const known = stored.flatMap((row) => (row ? [toAggregateRow(row)] : []))
  const begun = new Set(known.map(({ key }) => key))
  const unsent = overlays.map(({ opId, rows }) => ({
    opId,
    rows: rows.filter(({ kind, key }) => kind === 'stock' && wanted.has(key)),
  }))
  const early = await readBeforeFirstEntry(db, unsent, begun)
  const counted = unsent.flatMap(({ opId, rows }) => rows.filter(({ key }) => !early(key, opId)))
  return new Map(
    mergeAggregates([...known, ...counted])
      .filter(({ figures }) => figures.count > 0)
      .map(({ key, figures }) => [key, figures.quantity]),
  )
}

/**
 * Says what was sold before the first entry of a product, where that entry is this phone's own: such a sale is not in
 * what was counted on the shelf, and the server, which executes it first, does not count it either.
 */
async function readBeforeFirstEntry(
  db: AccountDatabase,
  overlays: readonly OverlayRow[],
  begun: ReadonlySet<string>,
): Promise<(productId: string, opId: string) => boolean> {
  const begins = new Set(
    overlays
      .flatMap(({ rows }) => rows)
      .filter(({ key, figures }) => figures.count > 0 && !begun.has(key))
      .map(({ key }) => key),
  )
  if (begins.size === 0) return () => false
  const touching = overlays.filter(({ rows }) => rows.some(({ key }) => begins.has(key)))
  const entries = await db.run(() =>
    db.outbox
      .where('opId')
      .anyOf(touching.map(({ opId }) => opId))
      .toArray(),
  )
  const places = new Map(entries.map(({ opId, seq }) => [opId, seq]))
  const first = new Map<string, number>()
  for (const { opId, rows } of touching)
    for (const { key, figures } of rows)
      if (figures.count > 0) first.set(key, Math.min(first.get(key) ?? Infinity, places.get(opId) ?? 0))
  return (productId, opId) => (places.get(opId) ?? Infinity) < (first.get(productId) ?? 0)
}
