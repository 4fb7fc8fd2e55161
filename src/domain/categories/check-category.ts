import { EXPENSE_CATEGORIES, type ExpenseCategory } from '../expenses/expense.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'
import type { Category } from './category.ts'
import type { CategoryRefusal } from './category-refusals.ts'

export const MAX_CATEGORY_NAME = 60
export const MAX_CATEGORY_DESCRIPTION = 255

/** The category form as typed. */
export type CategoryForm = Pick<Category, 'name' | 'code' | 'description'>

/**
 * Validates the category form (spec §3): the fields in stored form, or every refusal at its field. A default category
 * (`defaultCode`) keeps its code, and its name may stay empty: then it has the usual one.
 */
export function checkCategory(
  form: CategoryForm,
  defaultCode: ExpenseCategory | undefined,
): Result<CategoryForm, CategoryRefusal> {
  const refusals: FieldRefusal<CategoryRefusal>[] = []
  const name = oneLine(form.name)
  const description = oneLine(form.description)
  const code = defaultCode ?? form.code.trim().toUpperCase()
  if (name === '' && defaultCode === undefined) {
    refusals.push({ path: 'name', code: 'CATEGORY_NAME_REQUIRED' })
  }
  if (name.length > MAX_CATEGORY_NAME) refusals.push({ path: 'name', code: 'CATEGORY_NAME_TOO_LONG' })
  if (!/^[A-Z0-9_-]{2,20}$/.test(code)) refusals.push({ path: 'code', code: 'CATEGORY_CODE_INVALID' })
  else if (defaultCode === undefined && EXPENSE_CATEGORIES.some((known) => known === code)) {
    refusals.push({ path: 'code', code: 'CATEGORY_CODE_REGISTERED' })
  }
  if (description.length > MAX_CATEGORY_DESCRIPTION) {
    refusals.push({ path: 'description', code: 'CATEGORY_DESCRIPTION_TOO_LONG' })
  }
  return refusals.length > 0 ? refuse(refusals) : ok({ name, code, description })
}
