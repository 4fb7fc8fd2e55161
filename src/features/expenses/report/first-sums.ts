import { parseReportParams, rangeFromParams } from '#blocks/report/report-search-params.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { type ReadMonths, readExpenseMonths } from '#data/expense-months.ts'
import type { VendorRow } from '#data/rows.ts'
import { listMergedVendors } from '#data/vendors.ts'
import { type FirstRead, readFirst } from '#data/watch.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'

type FirstSums = {
  readonly range: DayRange
  readonly months: FirstRead<ReadMonths>
  readonly merged: FirstRead<VendorRow[]>
}

const firstSums = new WeakMap<AccountDatabase, FirstSums>()

/** Begins to read what the report shows when it opens, by the query of its address. */
export function prepareSums(db: AccountDatabase, search: Readonly<Record<string, unknown>>): void {
  // A phone with a wrong clock reads other days in vain; the screen then reads the right ones.
  const today = fiscalDayOf(toInstant(db.ports.clock.now()))
  const { range } = rangeFromParams(parseReportParams(search), today)
  firstSums.set(db, {
    range,
    months: readFirst(() => readExpenseMonths(db, range)),
    merged: readFirst(() => listMergedVendors(db)),
  })
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
