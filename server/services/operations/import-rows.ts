import { Refusal } from '../../ports/refusal.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { requireRight } from '../context.ts'
import type { Executed, Execution } from './execution.ts'
import { companyChange } from './feed-changes.ts'

type Row = { readonly customerId: string } | { readonly productId: string }
type Alias = { readonly from: string; readonly to: string }

/**
 * Writes the rows of a file in one transaction, each by the rules of a single save: all of them, or after a fault none.
 * A row that a rule refuses is answered by its code, and the others are written.
 */
export async function importRows<T extends Row>(
  execution: Execution,
  action: 'customer.save' | 'product.save',
  rows: readonly T[],
  save: (execution: Execution, row: T) => Promise<Executed>,
): Promise<Executed> {
  const { context, tx, scope } = execution
  // Asked before the rows: this one refuses the whole operation.
  requireRight(context, action, scope)
  const changed: Executed['changed'][number][] = []
  const aliases: Alias[] = []
  const refusedRows: { id: string; code: string }[] = []
  for (const row of rows) {
    try {
      const saved = await save(execution, row)
      changed.push(...saved.changed)
      if (saved.alias) aliases.push(saved.alias)
    } catch (error) {
      // A save asks its rules before it writes, so a refused row has left nothing in the transaction.
      if (!(error instanceof Refusal)) throw error
      refusedRows.push({ id: 'customerId' in row ? row.customerId : row.productId, code: error.code })
    }
  }
  const change = companyChange(await getCompanyRecord(tx, scope))
  // Where no row changed anything, the feed names the company instead, so that the phone knows when it is caught up.
  const entered = changed.length > 0 ? changed : [{ t: 'company' as const, id: scope.companyId }]
  return { change, changed: entered, aliases, refusedRows }
}
