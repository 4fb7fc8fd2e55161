import { EXPENSE_CATEGORIES } from '#domain/expenses/expense.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { useCategories } from './use-categories.ts'

/** A category in a list to choose from: a usual one by its code, one of the company by its id. */
export type CategoryChoice = { readonly value: string; readonly label: string; readonly active: boolean }

/** What choosing a category changes in the form; one of the company is *Other* for older apps. */
function changeTo(chosen: string): Pick<QuickExpenseForm, 'category' | 'categoryId'> {
  const category = EXPENSE_CATEGORIES.find((known) => known === chosen)
  if (category || chosen === '') return { category: category ?? '', categoryId: undefined }
  return { category: 'OTHER', categoryId: chosen }
}

/** All categories of the company to choose from, and what a choice changes. */
export function useCategoryChoices(): {
  readonly choices: readonly CategoryChoice[]
  readonly change: typeof changeTo
} {
  const choices = (useCategories() ?? []).map(({ id, code, active, shownName }) => {
    const isDefault = EXPENSE_CATEGORIES.some((known) => known === code)
    return { value: isDefault ? code : id, label: shownName, active }
  })
  return { choices, change: changeTo }
}
