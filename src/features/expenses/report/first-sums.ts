import { parseReportParams, rangeFromParams } from '#blocks/report/report-search-params.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { type ReadMonths, readExpenseMonths } from '#data/expense-months.ts'
import type { VendorRow } from '#data/rows.ts'
import { listMergedVendors } from '#data/vendors.ts'
import { type FirstRead, readFirst } from '#data/watch.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { prepareCategories } from '../categories/use-categories.ts'
import { settledWithin } from '../settled-within.ts'

type FirstSums = {
  readonly range: DayRange
  readonly months: FirstRead<ReadMonths>
  readonly merged: FirstRead<VendorRow[]>
}

const firstSums = new WeakMap<AccountDatabase, FirstSums>()

/** Sums that are not stored yet take longer: the report opens without them. */
const LONGEST_MS = 100

/** Reads what the report shows when it opens, by the query of its address, so that its first picture has sums. */
export async function prepareSums(
  db: AccountDatabase,
  search: Readonly<Record<string, unknown>>,
): Promise<void> {
  // A phone with a wrong clock reads other days in vain; the screen then reads the right ones.
  const today = fiscalDayOf(toInstant(db.ports.clock.now()))
  const { range } = rangeFromParams(parseReportParams(search), today)
  const { expenses, expenseMonths, vendors } = db
  const months = readFirst(() => readExpenseMonths(db, range), preparedMonths(db, range), [
    expenses.name,
    expenseMonths.name,
  ])
  const merged = readFirst(() => listMergedVendors(db), preparedVendors(db), [vendors.name])
  firstSums.set(db, { range, months, merged })
  await settledWithin(db, LONGEST_MS, [months.result, merged.result, prepareCategories(db).result])
}

/** The sums that were read for a report of these days. */
export function preparedMonths(
  db: AccountDatabase,
  { from, to }: DayRange,
): FirstRead<ReadMonths> | undefined {
  const first = firstSums.get(db)
  return first?.range.from === from && first.range.to === to ? first.months : undefined
}

/** The merged vendors that were read for it. */
export function preparedVendors(db: AccountDatabase): FirstRead<VendorRow[]> | undefined {
  return firstSums.get(db)?.merged
}
