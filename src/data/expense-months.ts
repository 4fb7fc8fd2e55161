import type { DayRange } from '#domain/calendar/period-presets.ts'
import {
  ExpenseGrouping,
  type ExpenseMonth,
  type Month,
  monthAfter,
  wholeMonths,
} from '#domain/reports/expense-groups.ts'
import type { AccountDatabase } from './account-database.ts'

/** Rows read at once: more would keep the screen from answering. */
const BATCH = 500
/** Between two months that are checked: the screen comes first. */
const BETWEEN_CHECKS_MS = 100

export type ReadMonths = {
  readonly range: DayRange
  /** The sums of these days, newest month first. A month without expenses may be missing. */
  readonly months: readonly ExpenseMonth[]
  /** Months whose sums are stored, and those whose are not, although all their days were read. */
  readonly stored: readonly Month[]
  readonly missing: readonly Month[]
}

/** Adds the expenses up whose `orderKey` is between two. */
async function addExpenses(
  db: AccountDatabase,
  grouping: ExpenseGrouping,
  from: string,
  to: string,
): Promise<void> {
  let below = to
  for (;;) {
    const upper = below
    const rows = await db.run(() =>
      db.expenses.where('orderKey').between(from, upper, false, false).reverse().limit(BATCH).toArray(),
    )
    grouping.add(rows)
    const last = rows.at(-1)
    if (rows.length < BATCH || last === undefined) return
    below = last.orderKey
  }
}

const beginOf = (month: Month) => `${month}-`
const endOf = (month: Month) => `${month}-\uffff`

/**
 * The sums of the expenses whose receipts are of these days, both included: of stored months, and of expenses where none
 * are stored. Live.
 */
export async function readExpenseMonths(db: AccountDatabase, range: DayRange): Promise<ReadMonths> {
  const { first, last } = wholeMonths(range)
  const stored =
    first > last
      ? []
      : await db.run(() => db.expenseMonths.where('month').between(first, last, true, true).toArray())
  const grouping = new ExpenseGrouping()
  let above = `${range.to}\uffff`
  let next: Month | undefined
  for (const { month } of [...stored].reverse()) {
    if (next === undefined || monthAfter(month) !== next) await addExpenses(db, grouping, endOf(month), above)
    above = beginOf(month)
    next = month
  }
  if (next === undefined || range.from < beginOf(next)) await addExpenses(db, grouping, range.from, above)
  const added = grouping.months()
  const missing = added.map(({ month }) => month).filter((month) => month >= first && month <= last)
  return {
    range,
    months: [...stored, ...added].sort((a, b) => (a.month < b.month ? 1 : -1)),
    stored: stored.map(({ month }) => month),
    missing,
  }
}

/**
 * Stores the sums of months. Reads the expenses in the transaction that writes the sums, so that no expense is written
 * between the two.
 */
export function storeExpenseMonths(db: AccountDatabase, months: readonly Month[]): Promise<void> {
  return db.transaction('rw', db.expenses, db.expenseMonths, async () => {
    for (const month of months) {
      const grouping = new ExpenseGrouping()
      await addExpenses(db, grouping, beginOf(month), endOf(month))
      const [right] = grouping.months()
      const known = await db.expenseMonths.get(month)
      if (right === undefined) await db.expenseMonths.delete(month)
      else if (JSON.stringify(known) !== JSON.stringify(right)) await db.expenseMonths.put(right)
    }
  })
}

const checked = new WeakMap<AccountDatabase, Set<Month>>()

/**
 * Stores the sums that a read did not find. Then it corrects those it found, each once after a start: an older app, still
 * open in another window or restored, writes expenses and leaves the sums as they are.
 */
export async function keepExpenseMonths(
  db: AccountDatabase,
  { stored, missing }: Pick<ReadMonths, 'stored' | 'missing'>,
): Promise<void> {
  const known = checked.get(db) ?? new Set()
  checked.set(db, known)
  if (missing.length > 0) await storeExpenseMonths(db, missing)
  for (const month of missing) known.add(month)
  for (const month of stored) {
    if (known.has(month)) continue
    known.add(month)
    await db.ports.wait(BETWEEN_CHECKS_MS)
    await storeExpenseMonths(db, [month])
  }
}
