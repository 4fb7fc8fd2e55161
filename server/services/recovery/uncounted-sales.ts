import type { OperationBody } from '#contract/operations.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { allStockDeltas, stockEntry } from '#domain/stock/stock.ts'
import { listHolds } from '../../storage/fiscal/numbering-holds.ts'
import { listAggregates } from '../../storage/invoices/aggregates.ts'
import { listIssuedSince } from '../../storage/invoices/counted-invoices.ts'
import type { Execution } from '../operations/execution.ts'

/**
 * What was sold of a product since a movement that a phone returns after a restore, where that movement begins the
 * level: the receipts came back first, and without a level their goods were not counted. Receipts of a phone that
 * returns later are counted then, also those from before the movement.
 */
export async function uncountedSales(
  { tx, scope }: Pick<Execution, 'tx' | 'scope'>,
  { productId, at }: Pick<OperationBody<'stock.add'>, 'productId' | 'at'>,
): Promise<AggregateRow[]> {
  const holds = await listHolds(tx, scope)
  if (!holds.some(({ backupAt, openedAt }) => at >= backupAt && at < openedAt)) return []
  if ((await listAggregates(tx, scope, [stockEntry(productId, 0)])).length > 0) return []
  const invoices = await listIssuedSince(tx, scope, at)
  return invoices.flatMap(allStockDeltas).filter(({ key }) => key === productId)
}
