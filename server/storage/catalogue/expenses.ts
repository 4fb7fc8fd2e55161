import type { Expense } from '#domain/expenses/expense.ts'
import type { Db } from '../../services/context.ts'
import { parseInteger } from '../row-values.ts'
import type { CompanyScope } from '../scope.ts'

/** The expense under an id, locked until the transaction ends. */
export async function lockExpense(db: Db, scope: CompanyScope, id: string): Promise<Expense | undefined> {
  const row = await db
    .selectFrom('expenses')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.document
}

/** Expenses by id, in no order; unknown and foreign ids are left out. */
export async function listExpenses(db: Db, scope: CompanyScope, ids: readonly string[]): Promise<Expense[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('expenses')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => row.document)
}

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

/** Writes an expense as it is now. Receipt codes are unique within the company (SQLSTATE 23505). */
export async function upsertExpense(
  db: Db,
  scope: CompanyScope,
  expense: Expense,
  changedAt: string,
): Promise<void> {
  await db
    .insertInto('expenses')
    .values({
      company_id: scope.companyId,
      id: expense.id,
      rev: expense.rev,
      status: expense.status,
      receipt_code: expense.receiptCode,
      document: JSON.stringify(expense),
      changed_at: changedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'id']).doUpdateSet((excluded) => ({
        rev: excluded.ref('excluded.rev'),
        status: excluded.ref('excluded.status'),
        receipt_code: excluded.ref('excluded.receipt_code'),
        document: excluded.ref('excluded.document'),
        changed_at: excluded.ref('excluded.changed_at'),
      })),
    )
    .execute()
}
