import type { DayRange } from '#domain/calendar/period-presets.ts'
import {
  ExpenseGrouping,
  type ExpenseMonth,
  type Month,
  monthAfter,
  wholeMonths,
} from '#domain/reports/expense-groups.ts'
import type { AccountDatabase } from './account-database.ts'
import type { ExpenseMonthRow } from './rows.ts'

/** Rows read at once: more would keep the screen from answering. */
const BATCH = 500
/** What is on the screen comes first, and the changes of a synchronization come together. */
const PAUSE_MS = 2_000

/** An expense that is saved meanwhile waits for so many months at most; each store is followed by another read. */
const STORED_AT_ONCE = 4

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

/** The sums of a row; none of a damaged one, which is then as if it were not there. */
function parseSums({ sums }: ExpenseMonthRow): ExpenseMonth | [] {
  try {
    return JSON.parse(sums) as ExpenseMonth
  } catch {
    return []
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
  const rows =
    first > last
      ? []
      : await db.run(() => db.expenseMonths.where('month').between(first, last, true, true).toArray())
  const stored = rows.flatMap(parseSums)
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
      const sums = right && JSON.stringify(right)
      if (sums === undefined) await db.expenseMonths.delete(month)
      else if (known?.sums !== sums) await db.expenseMonths.put({ month, sums })
    }
  })
}

/** What is still to be done for the sums of an account, and the run that does it. */
class Keeper {
  readonly #db: AccountDatabase
  readonly #missing = new Set<Month>()
  readonly #unchecked = new Set<Month>()
  readonly #checked = new Set<Month>()
  #running: Promise<void> | undefined

  constructor(db: AccountDatabase) {
    this.#db = db
  }

  keep({ stored, missing }: Pick<ReadMonths, 'stored' | 'missing'>): Promise<void> {
    for (const month of missing) this.#missing.add(month)
    for (const month of stored) if (!this.#checked.has(month)) this.#unchecked.add(month)
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #run(): Promise<void> {
    for (;;) {
      const months =
        this.#missing.size > 0
          ? [...this.#missing].slice(0, STORED_AT_ONCE)
          : [...this.#unchecked].slice(0, 1)
      if (months.length === 0) return
      await this.#db.ports.wait(PAUSE_MS)
      for (const month of months) {
        this.#missing.delete(month)
        this.#unchecked.delete(month)
        this.#checked.add(month)
      }
      await storeExpenseMonths(this.#db, months)
    }
  }
}

const keepers = new WeakMap<AccountDatabase, Keeper>()

/**
 * Stores the sums that a read did not find, a moment later. Then corrects those it found, each once after a start: an older
 * app, still open in another window or restored, writes expenses and leaves the sums as they are.
 */
export function keepExpenseMonths(
  db: AccountDatabase,
  read: Pick<ReadMonths, 'stored' | 'missing'>,
): Promise<void> {
  const keeper = keepers.get(db) ?? new Keeper(db)
  keepers.set(db, keeper)
  return keeper.keep(read)
}
