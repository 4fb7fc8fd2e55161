import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { dailyTotals, haveDayTotals, unsentTotals } from '#data/aggregates.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { AggregateFigures } from '#domain/reports/aggregate.ts'
import { totalFigures } from '#domain/reports/invoice-deltas.ts'
import { comparedRange, type SalesReport, salesReport } from '#domain/reports/sales-report.ts'

/** A report as shown: with the period before, and the part that only this phone knows. */
export type ShownReport = {
  readonly report: SalesReport
  readonly before: { readonly range: DayRange; readonly figures: AggregateFigures } | undefined
  readonly unsent: AggregateFigures
}

/**
 * The report of a period from the totals stored on this phone, updated as they change; `undefined` until they are
 * read, `'fetching'` while this phone has never fetched the company's totals.
 */
export function useSalesReport({ from, to }: DayRange): ShownReport | 'fetching' | undefined {
  const { db } = useAppContext()
  const today = useToday()
  return useLiveQuery(async () => {
    const range = { from, to }
    const compared = comparedRange(range, today)
    const [fetched, rows, rowsBefore, unsent] = await Promise.all([
      haveDayTotals(db),
      dailyTotals(db, range),
      compared ? dailyTotals(db, compared) : [],
      unsentTotals(db, range),
    ])
    if (!fetched) return 'fetching'
    return {
      report: salesReport(range, rows),
      before: compared && { range: compared, figures: totalFigures(rowsBefore) },
      unsent: totalFigures(unsent),
    }
  }, [db, from, to, today])
}
