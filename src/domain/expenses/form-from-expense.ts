import type { Cents } from '../money/cents.ts'
import { fromShillings } from '../money/currency.ts'
import type { Expense } from './expense.ts'
import { filesField } from './expense-files.ts'
import { completed, ONE } from './expense-from-form.ts'
import { expenseTotals } from './expense-totals.ts'
import type { QuickExpenseForm } from './quick-expense-form.ts'
import { listOfTyped } from './typed-figures.ts'

/** The note of an expense; '' when it has only its category. */
export function noteOf({ items, category }: Pick<Expense, 'items' | 'category'>): string {
  const written = items.map(({ description }) => description).filter((text) => text !== category)
  // The items of one receipt have the note of the person who wrote it.
  return [...new Set(written)].join(', ')
}

type Lists = Pick<QuickExpenseForm, 'items' | 'payments'>

/** Several items and payments as they were typed: in the currency of the form. */
function listsOf(expense: Expense): Lists {
  const { amountType, payments, currencyRate } = expense
  if (expense.items.length === 0) return listOfTyped(expense)
  const typed = (amount: Cents) => (currencyRate === undefined ? amount : fromShillings(amount, currencyRate))
  const items = expense.items.map((item) => ({ ...item, unitAmount: typed(item.unitAmount) }))
  const { total } = expenseTotals({ amountType, items, payments: [] })
  const single = items.length === 1 && items[0]?.quantity === ONE
  const paid = payments.map((payment) => ({ ...payment, amount: typed(payment.amount) }))
  return {
    ...(single ? {} : { items }),
    ...(paid.length === 1 ? {} : { payments: completed(paid, total) }),
  }
}

/** The form of an expense, for an edit. `ownCode` is its number where it has no receipt. */
export function formFromExpense(expense: Expense, ownCode: string): QuickExpenseForm {
  const [item] = expense.items
  const { categoryId, vendor, vendorId, day, time, amountType, receiptTime, automatic, typed } = expense
  const { currency, currencyRate } = expense
  // A person has yet to choose one.
  const category = automatic?.includes('category') ? '' : expense.category
  const lists = listsOf(expense)
  // Several items have one amount together, like those that are typed.
  const amount = lists.items ? expense.totals.total : item?.unitAmount
  return {
    amount: amount && currencyRate ? fromShillings(amount, currencyRate) : amount,
    category,
    ...(categoryId === undefined ? {} : { categoryId }),
    vendorName: vendor.name,
    vendorTaxNumber: vendor.taxNumber,
    ...(vendorId === undefined ? {} : { vendorId }),
    ...(vendor.foreign === true ? { vendorForeign: true } : {}),
    day,
    time,
    receiptCode: expense.receiptCode === ownCode ? '' : expense.receiptCode,
    note: item ? noteOf(expense) : (typed?.note ?? ''),
    method: (item ? expense.payments : typed?.payments)?.[0]?.method ?? 'CASH',
    amountType,
    taxType: (item ?? typed)?.taxType ?? 'standard',
    ...filesField(expense.files),
    ...lists,
    ...(currency === undefined ? {} : { currency, currencyRate }),
    ...(receiptTime === undefined ? {} : { receiptTime }),
    ...(automatic === undefined ? {} : { automatic }),
    ...(typed === undefined ? {} : { typed }),
  }
}
