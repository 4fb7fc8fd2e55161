import type { AccountDatabase } from '#data/account-database.ts'
import { listExpenses, listFilteredExpenses } from '#data/expenses.ts'
import { createReadsAhead } from '#data/reads-ahead.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { searchExpenses, visitFoundExpenses } from '#data/search-expenses.ts'
import type { FirstRead } from '#data/watch.ts'
import {
  type ExpenseFilter,
  isFiltered,
  type ListTotals,
  listTotals,
  matchesFilter,
} from '#domain/expenses/expense-filter.ts'
import { prepareCategories } from './categories/use-categories.ts'
import { settledWithin } from './settled-within.ts'

export const PAGE = 50

export type Found = {
  readonly rows: readonly ExpenseRow[]
  /** There may be others below. */
  readonly full: boolean
  readonly filter: ExpenseFilter
  readonly text: string
}

/** What a person chose to see. */
export type AskedList = { readonly text: string; readonly filter: ExpenseFilter; readonly limit: number }

/** Whether it was found for this text and filter: what was read ahead has a filter of its own, without a choice too. */
export function isFoundFor(found: Found, { text, filter }: Pick<AskedList, 'text' | 'filter'>): boolean {
  const choices = ['from', 'to', 'status', 'category'] as const
  return found.text === text && choices.every((choice) => found.filter[choice] === filter[choice])
}

/** What the list shows when it opens. */
const FIRST_PAGE: AskedList = { text: '', filter: {}, limit: PAGE }

/** The expenses that the list shows. */
export async function readFound(db: AccountDatabase, asked: AskedList, choosing: boolean): Promise<Found> {
  const { text, filter, limit } = asked
  const searching = text.trim() !== ''
  const filtered = isFiltered(filter)
  // One who chooses several may choose all that the filter lets through.
  const most = filtered && choosing ? Number.POSITIVE_INFINITY : limit
  const rows = searching
    ? await searchExpenses(db, text, most, (row) => matchesFilter(row, filter))
    : filtered
      ? await listFilteredExpenses(db, filter, most)
      : await listExpenses(db, limit)
  return { rows, full: rows.length === most, filter, text }
}

/** A person who types does not wait for the sum of what they have typed so far. */
const PAUSE_MS = 250

/**
 * What all expenses that a search finds come to, also those below what is shown. Begins after a pause, and lets the screen
 * answer between the reads; `undefined` once it is not wanted any more.
 */
export async function readSearchTotals(
  db: AccountDatabase,
  { text, filter }: Pick<AskedList, 'text' | 'filter'>,
  isWanted: () => boolean,
): Promise<ListTotals | undefined> {
  await db.ports.wait(PAUSE_MS)
  const counted: Pick<ExpenseRow, 'status' | 'totals' | 'items'>[] = []
  if (isWanted()) {
    await visitFoundExpenses(db, text, (rows) => {
      counted.push(...rows.filter((row) => matchesFilter(row, filter)))
      return isWanted()
    })
  }
  return isWanted() ? listTotals(counted) : undefined
}

/** The list opens without its rows when they take longer. */
const LONGEST_MS = 1_000

const firstPages = createReadsAhead<Found>()

/** Reads what the list shows when it opens, so that its first picture has rows. */
export async function prepareExpenses(db: AccountDatabase): Promise<void> {
  const first = firstPages.begin(db, () => readFound(db, FIRST_PAGE, false), { tables: [db.expenses.name] })
  await settledWithin(db, LONGEST_MS, [first.result, prepareCategories(db).result])
}

/** What was read for the list that opens now; nothing for a search, a filter or a further page. */
export function preparedExpenses(
  db: AccountDatabase,
  { text, filter, limit }: AskedList,
): FirstRead<Found> | undefined {
  const isFirstPage = text.trim() === '' && !isFiltered(filter) && limit === FIRST_PAGE.limit
  return isFirstPage ? firstPages.find(db) : undefined
}
