import { EXPENSE_CATEGORIES, type ExpenseCategory } from '../expenses/expense.ts'

/**
 * A category of expenses of one company (spec §3). The categories that every company has from the start are stored only
 * once they were changed; their name is '' while they keep the usual one, which each phone shows in its language.
 */
export type Category = {
  readonly id: string
  readonly companyId: string
  readonly rev: number
  readonly name: string
  readonly code: string
  readonly description: string
  readonly active: boolean
}

/**
 * The id of a default category in a company, made from the company's id (a UUID): two phones that change the same default
 * without a network write one record.
 */
export function defaultCategoryId(companyId: string, code: ExpenseCategory): string {
  const number = EXPENSE_CATEGORIES.indexOf(code) + 1
  return `${companyId.slice(0, 24)}ca7e${number.toString(16).padStart(8, '0')}`
}

/** The code of the default category with this id; `undefined` for a category that the company made. */
export function defaultCodeOf(companyId: string, categoryId: string): ExpenseCategory | undefined {
  return EXPENSE_CATEGORIES.find((code) => defaultCategoryId(companyId, code) === categoryId)
}

/** All categories of a company: the defaults, as changed where they were, then its own ones in the order given. */
export function withDefaultCategories(companyId: string, stored: readonly Category[]): Category[] {
  const byId = new Map(stored.map((category) => [category.id, category]))
  const defaults = EXPENSE_CATEGORIES.map((code): Category => {
    const id = defaultCategoryId(companyId, code)
    return byId.get(id) ?? { id, companyId, rev: 0, name: '', code, description: '', active: true }
  })
  return [...defaults, ...stored.filter(({ id }) => defaultCodeOf(companyId, id) === undefined)]
}
