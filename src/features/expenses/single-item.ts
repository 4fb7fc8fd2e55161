import type { ExpenseAmountType, ExpenseFigures, ExpenseItem } from '#domain/expenses/expense.ts'
import { THOUSANDTHS } from '#domain/money/quantity.ts'

/** Whether the items of an expense are worth a list: several, or not one piece for the whole amount. */
export function hasListedItems({ items }: Pick<ExpenseFigures, 'items'>): boolean {
  return items.length > 1 || items.some(({ quantity }) => quantity !== THOUSANDTHS)
}

/** The tax of an expense that has no list of items: two that have no VAT may have different reasons for it. */
export type SingleTax = Pick<ExpenseItem, 'taxType' | 'rate'> & {
  readonly amountType: Exclude<ExpenseAmountType, 'NO_TAX'>
}

/** The tax of the only item; `undefined` where the list of items shows it, without tax and without an amount yet. */
export function singleTax(expense: Pick<ExpenseFigures, 'items' | 'amountType'>): SingleTax | undefined {
  const { amountType } = expense
  const [item] = expense.items
  if (amountType === 'NO_TAX' || item === undefined || hasListedItems(expense)) return undefined
  return { taxType: item.taxType, rate: item.rate, amountType }
}
