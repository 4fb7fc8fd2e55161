import type { ExpenseRow } from '#data/rows.ts'
import { noteOf } from '#domain/expenses/form-from-expense.ts'

/** What a list calls an expense: its vendor is the best name; without one, what was bought. */
export function expenseTitle(expense: ExpenseRow, category: string): string {
  return expense.vendor.name || noteOf(expense) || category
}
