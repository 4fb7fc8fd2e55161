import type { Category } from '#domain/categories/category.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { AccountDatabase } from './account-database.ts'
import type { CategoryRow } from './rows.ts'

/** The only maker of rows. */
export function categoryRow(category: Category, pending: PendingWork): CategoryRow {
  return { ...category, pending }
}

/** The category without what this phone derives. */
export function categoryFromRow(row: CategoryRow): Category {
  const { pending: _, ...category } = row
  return category
}

export function findCategory(db: AccountDatabase, id: string): Promise<CategoryRow | undefined> {
  return db.run(() => db.categories.get(id))
}

/** The categories that are stored: those the company made, and the defaults it changed. A company has a few dozen. */
export function listCategories(db: AccountDatabase): Promise<CategoryRow[]> {
  return db.run(() => db.categories.toArray())
}
