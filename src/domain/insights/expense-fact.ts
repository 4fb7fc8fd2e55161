import type { Expense } from '../expenses/expense.ts'
import { isProven } from '../reports/expense-groups.ts'
import type { ExpenseFact } from './company-facts.ts'

/** What the rules need of expenses; canceled ones are left out. */
export function expenseFacts(expenses: readonly Expense[]): ExpenseFact[] {
  return expenses
    .filter(({ status }) => status !== 'canceled')
    .map((expense) => ({
      day: expense.day,
      category: expense.categoryId ?? expense.category,
      total: expense.totals.total,
      vat: expense.totals.vat,
      proven: isProven(expense),
    }))
}
