import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useReadNow } from '#app-context/use-read-now.ts'
import type { ReportSearchParams } from '#blocks/report/report-search-params.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { dailyTotals, haveDayTotals, unsentTotals } from '#data/aggregates.ts'
import { createReadsAhead } from '#data/reads-ahead.ts'
import type { FirstRead } from '#data/watch.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { DayRange, PeriodPreset } from '#domain/calendar/period-presets.ts'
import type { AggregateFigures } from '#domain/reports/aggregate.ts'
import type { SoldFilter } from '#domain/reports/breakdown.ts'
import { totalFigures } from '#domain/reports/invoice-deltas.ts'
import { comparedRange, type SalesReport, salesReport } from '#domain/reports/sales-report.ts'

/** What a person chose to see. */
export type AskedReport = {
  /** The name of the days, where they have one. */
  readonly preset: PeriodPreset | undefined
  readonly range: DayRange
  /** The days as the address has them. */
  readonly params: ReportSearchParams
  readonly filter: SoldFilter
}

/** A report as shown: what was asked for, with the period before, and the part that only this phone knows. */
export type ShownReport = {
  readonly asked: AskedReport
  readonly report: SalesReport
  readonly before: { readonly range: DayRange; readonly figures: AggregateFigures } | undefined
  readonly unsent: AggregateFigures
}

type Read = ShownReport | 'fetching'

async function readReport(db: AccountDatabase, asked: AskedReport, today: FiscalDay): Promise<Read> {
  const { range } = asked
  const compared = comparedRange(range, today)
  const [fetched, rows, rowsBefore, unsent] = await Promise.all([
    haveDayTotals(db),
    dailyTotals(db, range),
    compared ? dailyTotals(db, compared) : [],
    unsentTotals(db, range),
  ])
  if (!fetched) return 'fetching'
  return {
    asked,
    report: salesReport(range, rows),
    before: compared && { range: compared, figures: totalFigures(rowsBefore) },
    unsent: totalFigures(unsent),
  }
}

const reports = createReadsAhead<Read>()

const keyOf = ({ from, to }: DayRange, today: FiscalDay) => `${from} ${to} ${today}`

/** Begins to read the report that will probably be asked for next. */
export function prepareReport(db: AccountDatabase, asked: AskedReport, today: FiscalDay): FirstRead<Read> {
  return reports.begin(db, () => readReport(db, asked, today), { asked: keyOf(asked.range, today) })
}

/** Reads reports one after the other while a person decides which to see. */
export async function prepareReports(
  db: AccountDatabase,
  asked: readonly AskedReport[],
  today: FiscalDay,
): Promise<void> {
  reports.forget(db)
  // One that cannot be read shows why once it is asked for.
  for (const report of asked) await prepareReport(db, report, today).result.catch(() => undefined)
}

/**
 * The report of a period from the totals stored on this phone, updated as they change; `undefined` until they are
 * read, `'fetching'` while this phone has never fetched the company's totals. After another choice it is the report of the
 * choice before, until the new one is read: what is shown beside it must be of `asked` in it.
 */
export function useSalesReport(asked: AskedReport): Read | undefined {
  const { db } = useAppContext()
  const today = useToday()
  const { preset, range, filter } = asked
  return useReadNow(
    () => readReport(db, asked, today),
    [db, preset, range.from, range.to, filter.category, filter.product, today],
    () => reports.find(db, keyOf(range, today)),
  )
}
