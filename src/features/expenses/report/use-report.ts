import { useAppContext } from '#app-context/app-context.ts'
import { useKeepExpenseMonths } from '#app-context/use-expense-months.ts'
import { useReadNow } from '#app-context/use-read-now.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { keepExpenseMonths, type ReadMonths, readExpenseMonths } from '#data/expense-months.ts'
import { createReadsAhead } from '#data/reads-ahead.ts'
import type { VendorRow } from '#data/rows.ts'
import { listMergedVendors } from '#data/vendors.ts'
import type { FirstRead } from '#data/watch.ts'
import type { DayRange, PeriodPreset } from '#domain/calendar/period-presets.ts'
import { prepareCategories } from '../categories/use-categories.ts'
import { settledWithin } from '../settled-within.ts'

/** The days that a person chose to see, with their name where they have one. */
export type AskedReport = { readonly preset: PeriodPreset | undefined; readonly range: DayRange }

/** What a report is made of: what was asked for, the sums of its months, and the vendors that were merged into others. */
export type ReadReport = {
  readonly asked: AskedReport
  readonly months: ReadMonths
  readonly merged: readonly VendorRow[]
}

async function readReport(db: AccountDatabase, asked: AskedReport): Promise<ReadReport> {
  const [months, merged] = await Promise.all([readExpenseMonths(db, asked.range), listMergedVendors(db)])
  return { asked, months, merged }
}

const reports = createReadsAhead<ReadReport>()

const keyOf = ({ from, to }: DayRange) => `${from} ${to}`

function beginReport(db: AccountDatabase, asked: AskedReport): FirstRead<ReadReport> {
  const tables = [db.expenses.name, db.expenseMonths.name, db.vendors.name]
  return reports.begin(db, () => readReport(db, asked), { asked: keyOf(asked.range), tables })
}

/** Sums that are not stored yet take longer: the report opens without them. */
const LONGEST_MS = 100

/** Reads the report that will probably be shown next, so that its first picture has sums. */
export async function prepareReport(db: AccountDatabase, asked: AskedReport): Promise<void> {
  await settledWithin(db, LONGEST_MS, [beginReport(db, asked).result, prepareCategories(db).result])
}

/** Reads reports one after the other while a person decides which to see. */
export async function prepareReports(db: AccountDatabase, asked: readonly AskedReport[]): Promise<void> {
  reports.forget(db)
  for (const report of asked) {
    // One that cannot be read shows why once it is asked for.
    const read = await beginReport(db, report).result.catch(() => undefined)
    if (read) keepExpenseMonths(db, read.months).catch(() => undefined)
  }
}

/**
 * What the report of some days is made of, updated as it changes; `undefined` until it is read. After another choice it is
 * what was read for the choice before, until the new one is read: what is shown beside it must be of `asked` in it.
 */
export function useReport(asked: AskedReport): ReadReport | undefined {
  const { db } = useAppContext()
  const { preset, range } = asked
  const read = useReadNow(
    () => readReport(db, asked),
    [db, preset, range.from, range.to],
    () => reports.find(db, keyOf(range)),
  )
  useKeepExpenseMonths(read?.months)
  return read
}
