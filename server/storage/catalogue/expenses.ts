import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** How many expenses a company has. */
export async function countExpenses(db: Db, scope: CompanyScope): Promise<number> {
  const row = await db
    .selectFrom('expenses')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', scope.companyId)
    .executeTakeFirstOrThrow()
  return parseInteger(row.count)
}

/** An expense of the company, not canceled and other than the one with `id`, that carries a receipt code. */
export async function findExpenseIdByCode(
  db: Db,
  scope: CompanyScope,
  expense: { readonly id?: string; readonly receiptCode: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('expenses')
    .select('id')
    .where('company_id', '=', scope.companyId)
    .where('receipt_code', '=', expense.receiptCode)
    .where('status', '<>', 'canceled')
    .$if(expense.id !== undefined, (query) => query.where('id', '<>', expense.id ?? ''))
    .executeTakeFirst()
  return row?.id
}
