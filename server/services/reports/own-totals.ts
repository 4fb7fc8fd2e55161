import type { Aggregate } from '#contract/aggregates.ts'
import { aggregateId, mergeAggregates } from '#domain/reports/aggregate.ts'
import { allDeltas } from '#domain/reports/invoice-deltas.ts'
import { listCountedInvoices } from '../../storage/invoices/counted-invoices.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { aggregateOf } from './add-to-aggregates.ts'

/**
 * The stored totals of a company as an operator sees them who sees only the own sales: the same days and months, with
 * the figures of the own invoices, under the revisions of the stored ones. The stock is the whole company's. Other
 * totals to which the operator contributed nothing are left out. They are computed on demand: few operators lack the
 * right, and what is stored, and the Z reports, stay the company's.
 */
export async function ownTotals(
  db: Db,
  scope: CompanyScope,
  operatorId: string,
  totals: readonly Aggregate[],
): Promise<Aggregate[]> {
  const sold = totals.filter(({ kind }) => kind !== 'stock')
  const months = [...new Set(sold.map(({ period }) => period.slice(0, 7)))]
  const invoices = await listCountedInvoices(db, scope, operatorId, months)
  const own = new Map(mergeAggregates(invoices.flatMap(allDeltas)).map((row) => [aggregateId(row), row]))
  return totals.flatMap((total) => {
    if (total.kind === 'stock') return [total]
    const row = own.get(total.id)
    return row === undefined ? [] : [aggregateOf(scope, row, total.rev)]
  })
}
