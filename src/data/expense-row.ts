import { shownExpenseStatus } from '#domain/expenses/change-status.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import { nameKeys } from './fold-text.ts'
import { amountKey } from './invoice-keys.ts'
import { numberKeyOf } from './number-key.ts'
import type { ExpenseRow } from './rows.ts'

/** The only constructor of rows, so that derived fields always match the record. */
export function expenseRow(expense: Expense, pending: PendingWork): ExpenseRow {
  const { vendor, items, receiptCode, totals } = expense
  const keys = [
    ...nameKeys(vendor.name),
    ...items.flatMap((item) => nameKeys(item.description)),
    numberKeyOf(vendor.taxNumber),
    numberKeyOf(receiptCode),
    amountKey(totals.total),
  ]
  return {
    ...expense,
    pending,
    shown: shownExpenseStatus(expense, pending),
    orderKey: `${expense.day} ${expense.time} ${expense.id}`,
    keys: [...new Set(keys.filter((key) => key !== ''))],
  }
}

/** The expense without the fields that this phone derives. */
export function expenseFromRow(row: ExpenseRow): Expense {
  const { pending: _, shown: __, orderKey: ___, keys: ____, ...expense } = row
  return expense
}
