import type { Expense } from '#domain/expenses/expense.ts'
import type { OperationBody } from './operations.ts'

/** The part of an expense that an operation contains. */
export function expenseFields(expense: Expense): OperationBody<'expense.save'>['fields'] {
  const { receiptCode, day, time, category, vendor, amountType, status, receiptTime, files } = expense
  const { categoryId, vendorId, currency, currencyRate, automatic, typed } = expense
  const items = [...expense.items]
  return {
    receiptCode,
    ...(receiptTime === undefined ? {} : { receiptTime }),
    day,
    time,
    category,
    ...(categoryId === undefined ? {} : { categoryId }),
    vendor,
    ...(vendorId === undefined ? {} : { vendorId }),
    ...(currency === undefined || currencyRate === undefined ? {} : { currency, currencyRate }),
    amountType,
    items,
    payments: [...expense.payments],
    ...(files ? { files: [...files] } : {}),
    ...(automatic?.length ? { automatic: [...automatic] } : {}),
    ...(typed === undefined ? {} : { typed }),
    status,
  }
}
