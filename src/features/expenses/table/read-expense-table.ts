import type { AccountDatabase } from '#data/account-database.ts'
import { hasMoreExpenses, listFilteredExpenses } from '#data/expenses.ts'
import { foldText } from '#data/fold-text.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { searchExpenses } from '#data/search-expenses.ts'
import { FOUND_AT_MOST, SORTED_AT_MOST, type SortedRows } from '#data/sorted-rows.ts'
import { daysOfFilter, type ExpenseFilter, matchesFilter } from '#domain/expenses/expense-filter.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import { type Sort, type SortValue, sortRows } from '#domain/lists/sort-rows.ts'

/** `name` is the vendor, or what was bought. */
export type ExpenseColumn = 'name' | 'day' | 'code' | 'category' | 'status' | 'vat' | 'amount'

/** Any number of expenses can be sorted by the day; by the others only when all are few enough to be read. */
export const INDEXED: readonly ExpenseColumn[] = ['day']

export type ExpensesWanted = {
  readonly text: string
  readonly filter: ExpenseFilter
  readonly limit: number
  readonly sort: Sort<ExpenseColumn>
}

/** What the table shows of an expense in the language of the screen. */
export type ExpenseWords = {
  readonly title: (row: ExpenseRow) => string
  readonly category: (row: ExpenseRow) => string
  readonly status: (row: ExpenseRow) => string
}

type Sorted = SortedRows<ExpenseRow, ExpenseColumn>

function sorted(
  all: readonly ExpenseRow[],
  { limit, sort }: ExpensesWanted,
  { title, category, status }: ExpenseWords,
): Sorted {
  const name = (row: ExpenseRow) => foldText(title(row))
  const values: Record<ExpenseColumn, (row: ExpenseRow) => SortValue> = {
    name,
    day: ({ orderKey }) => orderKey,
    code: ({ receiptCode }) => receiptCode,
    category: (row) => foldText(category(row)),
    status: (row) => foldText(status(row)),
    vat: ({ totals }) => totals.vat || undefined,
    amount: (row) => (isIncomplete(row) ? undefined : row.totals.total),
  }
  const rows = sortRows(all, sort.descending, values[sort.by], name)
  return { rows: rows.slice(0, limit), more: rows.length > limit, sort, sortable: 'all' }
}

/**
 * The expenses of the table in their order, those alone that the search and the filter let through. By the day they are
 * read as far as they are shown, however many there are; by another column all of the chosen days are read, up to
 * `most`.
 */
export async function readExpenseTable(
  db: AccountDatabase,
  wanted: ExpensesWanted,
  words: ExpenseWords,
  most = SORTED_AT_MOST,
): Promise<Sorted> {
  const { text, filter, limit, sort } = wanted
  if (text.trim() !== '') {
    const found = await searchExpenses(db, text, FOUND_AT_MOST, (row) => matchesFilter(row, filter))
    if (found.length < FOUND_AT_MOST) return sorted(found, wanted, words)
    return { rows: found.slice(0, limit), more: found.length > limit, sort: undefined, sortable: 'none' }
  }
  const sortable = (await hasMoreExpenses(db, daysOfFilter(filter), most)) ? 'indexed' : 'all'
  if (sort.by !== 'day' && sortable === 'all') {
    return sorted(await listFilteredExpenses(db, filter, most), wanted, words)
  }
  const shown = sort.by === 'day' ? sort : ({ by: 'day', descending: true } as const)
  const rows = await listFilteredExpenses(db, filter, limit, !shown.descending)
  return { rows, more: rows.length >= limit, sort: shown, sortable }
}
