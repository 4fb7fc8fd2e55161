import type { Collection } from 'dexie'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { defaultCategoryId } from '#domain/categories/category.ts'
import { EXPENSE_CATEGORIES } from '#domain/expenses/expense.ts'
import { daysOfFilter, type ExpenseFilter, matchesFilter } from '#domain/expenses/expense-filter.ts'
import { distinctTaxNumber } from '#domain/identity/tin.ts'
import type { AccountDatabase } from './account-database.ts'
import { listCategories } from './categories.ts'
import { foldText } from './fold-text.ts'
import { numberKeyOf } from './number-key.ts'
import type { ExpenseRow } from './rows.ts'
import { withdrawnVendors } from './vendors.ts'

export function findExpense(db: AccountDatabase, id: string): Promise<ExpenseRow | undefined> {
  return db.run(() => db.expenses.get(id))
}

/** The `limit` newest expenses by the day and time of their receipt. Live. */
export function listExpenses(db: AccountDatabase, limit: number): Promise<ExpenseRow[]> {
  return db.run(() => db.expenses.orderBy('orderKey').reverse().limit(limit).toArray())
}

/** Rows of the first and of the largest read of a filtered list: more at once would keep the screen from answering. */
const BATCH = { first: 50, most: 500 } as const

/** The expenses of a filter whose `orderKey` is between two, by the index that leaves the fewest out. */
function between(
  { expenses }: AccountDatabase,
  { status, category }: ExpenseFilter,
  above: string,
  below: string,
): Collection<ExpenseRow, string> {
  const isDefault = EXPENSE_CATEGORIES.some((code) => code === category)
  if (category !== undefined) {
    const index = isDefault ? '[category+orderKey]' : '[categoryId+orderKey]'
    return expenses.where(index).between([category, above], [category, below], false)
  }
  if (status !== undefined) {
    return expenses.where('[status+orderKey]').between([status, above], [status, below], false)
  }
  return expenses.where('orderKey').between(above, below, false)
}

/**
 * Of the expenses that a filter lets through, newest receipt first (or `oldestFirst`), the first `limit`; canceled ones
 * too. Reads no more than it needs for them, in batches. Live.
 */
export async function listFilteredExpenses(
  db: AccountDatabase,
  filter: ExpenseFilter,
  limit: number,
  oldestFirst = false,
): Promise<ExpenseRow[]> {
  const found: ExpenseRow[] = []
  const { from, to } = daysOfFilter(filter)
  let [above, below]: [string, string] = [from, `${to}\uffff`]
  let size: number = BATCH.first
  for (;;) {
    const [lower, upper, count] = [above, below, size]
    const rows = await db.run(() => {
      const left = between(db, filter, lower, upper)
      return (oldestFirst ? left : left.reverse()).limit(count).toArray()
    })
    found.push(...rows.filter((row) => matchesFilter(row, filter)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < count || found.length >= limit) return found.slice(0, limit)
    if (oldestFirst) above = last.orderKey
    else below = last.orderKey
    size = Math.min(count * 2, BATCH.most)
  }
}

/** Whether there are more expenses of these days than a number; asks the index for one key. */
export async function hasMoreExpenses(
  db: AccountDatabase,
  { from, to }: DayRange,
  count: number,
): Promise<boolean> {
  const range = () => db.expenses.where('orderKey').between(from, `${to}\uffff`)
  const beyond = await db.run(() => range().offset(count).limit(1).primaryKeys())
  return beyond.length > 0
}

/** The expenses whose receipts are of these days, both included, newest first; canceled ones too. Live. */
export function listExpensesOfDays(db: AccountDatabase, { from, to }: DayRange): Promise<ExpenseRow[]> {
  return db.run(() => db.expenses.where('orderKey').between(from, `${to}\uffff`).reverse().toArray())
}

/** Another expense, not canceled, with the same receipt code (spec §8: a code is registered once). */
export async function findExpenseByCode(
  db: AccountDatabase,
  receiptCode: string,
  exceptId: string,
): Promise<ExpenseRow | undefined> {
  const rows = await db.run(() => db.expenses.where('keys').equals(numberKeyOf(receiptCode)).toArray())
  return rows.find(
    (row) => row.id !== exceptId && row.receiptCode === receiptCode && row.status !== 'canceled',
  )
}

/**
 * Vendors of the latest expenses, each name once with its newest tax number, as suggestions. Those that the company does
 * not want offered any more are left out, and canceled expenses, which were mistakes.
 */
export async function listRecentVendors(
  db: AccountDatabase,
  limit: number,
): Promise<{ readonly name: string; readonly taxNumber: string }[]> {
  const rows = await listExpenses(db, 200)
  const found = new Map<string, { name: string; taxNumber: string }>()
  for (const { vendor, status } of rows) {
    const key = foldText(vendor.name)
    if (key === '' || status === 'canceled' || found.has(key)) continue
    found.set(key, { name: vendor.name, taxNumber: vendor.taxNumber })
  }
  const recent = [...found.values()]
  const isWithdrawn = await withdrawnVendors(db, recent)
  return recent.filter((vendor) => !isWithdrawn(vendor)).slice(0, limit)
}

/**
 * The category that a person chose for the newest expense at a vendor, of those still in use; `undefined` for a vendor
 * without a tax number of its own or without such an expense. One that was canceled was a mistake.
 */
export async function findVendorCategory(
  db: AccountDatabase,
  taxNumber: string,
): Promise<Pick<ExpenseRow, 'category' | 'categoryId'> | undefined> {
  if (distinctTaxNumber(taxNumber) === '') return undefined
  const [rows, categories] = await Promise.all([
    db.run(() => db.expenses.where('keys').equals(numberKeyOf(taxNumber)).toArray()),
    listCategories(db),
  ])
  const inactive = new Set(categories.filter(({ active }) => !active).map(({ id }) => id))
  const ofVendor = rows.filter(
    ({ vendor, status, automatic, companyId, category, categoryId }) =>
      vendor.taxNumber === taxNumber &&
      status !== 'canceled' &&
      !automatic?.includes('category') &&
      !inactive.has(categoryId ?? defaultCategoryId(companyId, category)),
  )
  return ofVendor.sort((a, b) => (a.orderKey < b.orderKey ? 1 : -1))[0]
}
