import type { FiscalDay } from '../calendar/east-africa.ts'
import type { DayRange } from '../calendar/period-presets.ts'
import { type Cents, sumCents } from '../money/cents.ts'
import type { ExpenseMonth } from '../reports/expense-groups.ts'
import type { Expense, ExpenseStatus } from './expense.ts'

/** Which expenses a list shows; what is absent does not matter. */
export type ExpenseFilter = {
  readonly from?: FiscalDay | undefined
  readonly to?: FiscalDay | undefined
  readonly status?: ExpenseStatus | undefined
  /** Code of a default category, or id of one that the company made. */
  readonly category?: string | undefined
}

export function isFiltered({ from, to, status, category }: ExpenseFilter): boolean {
  return [from, to, status, category].some((choice) => choice !== undefined)
}

/** Before and after every receipt. */
const FIRST_DAY = '0000-01-01' as FiscalDay
const LAST_DAY = '9999-12-31' as FiscalDay

/** The days of a filter; all where it has none. */
export function daysOfFilter({ from = FIRST_DAY, to = LAST_DAY }: ExpenseFilter): DayRange {
  return { from, to }
}

/** Whether a list under this filter shows an expense. */
export function matchesFilter(
  expense: Pick<Expense, 'day' | 'status' | 'category' | 'categoryId'>,
  { from, to, status, category }: ExpenseFilter,
): boolean {
  if (from !== undefined && expense.day < from) return false
  if (to !== undefined && expense.day > to) return false
  if (status !== undefined && expense.status !== status) return false
  return category === undefined || (expense.categoryId ?? expense.category) === category
}

/** What the expenses of a list come to; canceled and incomplete ones are in the list, but do not count. */
export type ListTotals = { readonly count: number; readonly total: Cents; readonly vat: Cents }

export function listTotals(expenses: readonly Pick<Expense, 'status' | 'totals' | 'items'>[]): ListTotals {
  const counted = expenses.filter(({ status, items }) => status !== 'canceled' && items.length > 0)
  return {
    count: counted.length,
    total: sumCents(counted.map(({ totals }) => totals.total)),
    vat: sumCents(counted.map(({ totals }) => totals.vat)),
  }
}

/** The same for all expenses of a filter, by the sums of its days. */
export function totalsOfMonths(
  months: readonly ExpenseMonth[],
  { status, category }: Pick<ExpenseFilter, 'status' | 'category'>,
): ListTotals {
  const shown = months.flatMap(({ kinds }) =>
    kinds.filter(
      (kind) =>
        (status === undefined || kind.status === status) &&
        (category === undefined || (kind.categoryId ?? kind.category) === category),
    ),
  )
  return {
    count: shown.reduce((sum, { count }) => sum + count, 0),
    total: sumCents(shown.map(({ total }) => total)),
    vat: sumCents(shown.map(({ vat }) => vat)),
  }
}
