import { useCallback, useMemo } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useReadNow } from '#app-context/use-read-now.ts'
import { CATEGORY_NAMES } from '#blocks/expense-category/category-names.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listCategories } from '#data/categories.ts'
import { createReadsAhead } from '#data/reads-ahead.ts'
import type { CategoryRow } from '#data/rows.ts'
import type { FirstRead } from '#data/watch.ts'
import { type Category, withDefaultCategories } from '#domain/categories/category.ts'
import { EXPENSE_CATEGORIES, type Expense } from '#domain/expenses/expense.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** A category as this phone shows it. */
export type ShownCategory = Category & {
  /** Its own name, or the usual one of a default category in the language of the screen. */
  readonly shownName: string
  readonly pending: PendingWork['kind']
}

/** As they were last read: what opens next has them in its first picture. */
const lastRead = createReadsAhead<CategoryRow[]>()

/** Begins to read the categories for what is about to open. */
export function prepareCategories(db: AccountDatabase): FirstRead<CategoryRow[]> {
  return lastRead.begin(db, () => listCategories(db), { tables: [db.categories.name] })
}

/** The categories of the company by their shown names, the default *Other* last; `undefined` while they are read. */
export function useCategories(): readonly ShownCategory[] | undefined {
  const { db, company } = useAppContext()
  const translate = useTranslate()
  const rows = useReadNow(
    () => listCategories(db),
    [db],
    () => prepareCategories(db),
  )
  const companyId = company?.id
  return useMemo(() => {
    if (rows === undefined || companyId === undefined) return undefined
    const pending = new Map(rows.map((row) => [row.id, row.pending.kind]))
    const shown = withDefaultCategories(companyId, rows).map((category): ShownCategory => {
      const code = EXPENSE_CATEGORIES.find((known) => known === category.code)
      const shownName = category.name || (code ? translate(CATEGORY_NAMES[code]) : category.code)
      return { ...category, shownName, pending: pending.get(category.id) ?? 'none' }
    })
    const isOther = ({ code }: ShownCategory) => (code === 'OTHER' ? 1 : 0)
    return shown.sort((a, b) => isOther(a) - isOther(b) || a.shownName.localeCompare(b.shownName))
  }, [rows, companyId, translate])
}

/** What names the category of an expense; the same function as long as no name changes. */
export function useCategoryName(): (expense: Pick<Expense, 'category' | 'categoryId'>) => string {
  const categories = useCategories()
  const translate = useTranslate()
  return useCallback(
    ({ category, categoryId }) => {
      const known = categories?.find(({ id, code }) =>
        categoryId === undefined ? code === category : id === categoryId,
      )
      return known?.shownName ?? translate(CATEGORY_NAMES[category])
    },
    [categories, translate],
  )
}
