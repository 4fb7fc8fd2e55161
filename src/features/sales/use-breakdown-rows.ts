import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { monthlyTotals } from '#data/aggregates.ts'
import { readMergeTargets } from '#data/merged-customers.ts'
import { iterateCounted } from '#data/sold-invoices.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { type AggregateRow, mergeAggregates } from '#domain/reports/aggregate.ts'
import { monthDelta } from '#domain/reports/invoice-deltas.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { isMonth } from '#domain/reports/vat-worksheet.ts'

const KINDS = ['month-product', 'month-customer', 'month-operator'] as const

/** Whether the stored totals of months give a period exactly. */
function isOfWholeMonths(range: DayRange): boolean {
  const lastMonth = { from: `${range.to.slice(0, 7)}-01` as FiscalDay, to: range.to }
  return range.from.endsWith('-01') && isMonth(lastMonth)
}

async function storedRows(db: AccountDatabase, range: DayRange): Promise<AggregateRow[]> {
  const months = { from: range.from.slice(0, 7), to: range.to.slice(0, 7) }
  return (await Promise.all(KINDS.map((kind) => monthlyTotals(db, kind, months)))).flat()
}

/** Sales to customers that were merged count for the one that is left; the stored totals stay as they were counted. */
async function withMerged(db: AccountDatabase, rows: readonly AggregateRow[]): Promise<AggregateRow[]> {
  const mergedInto = await readMergeTargets(db)
  return mergeAggregates(
    rows.map((row) => (row.kind === 'month-customer' ? { ...row, key: mergedInto(row.key) } : row)),
  )
}

async function countedRows(
  db: AccountDatabase,
  range: DayRange,
  isStopped: () => boolean,
): Promise<AggregateRow[]> {
  let rows: AggregateRow[] = []
  for await (const sold of iterateCounted(db, range)) {
    if (isStopped()) return []
    rows = mergeAggregates([...rows, ...sold.flatMap((invoice) => monthDelta(invoice, 'sold'))])
  }
  return rows
}

type Read = { readonly of: DayRange; readonly rows: readonly AggregateRow[] }

/**
 * The sales of a report by product, customer and operator; `undefined` until those of its period are read. Whole months
 * come from the stored totals, other periods from their invoices, a day at a time. Read again when the number of sales
 * changes, and not before this phone has fetched everything: a part of the sales would be taken for all.
 */
export function useBreakdownRows(
  report: SalesReport,
  isFetched: boolean,
): readonly AggregateRow[] | undefined {
  const { db } = useAppContext()
  const [read, setRead] = useState<Read>()
  const { from, to } = report.range
  const { count } = report.total
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of sales means other sums
  useEffect(() => {
    if (!isFetched) return undefined
    const stop = new AbortController()
    const range = { from, to }
    const reading = isOfWholeMonths(range)
      ? storedRows(db, range)
      : countedRows(db, range, () => stop.signal.aborted)
    void reading
      .then(async (rows) => withMerged(db, rows))
      .then((rows) => {
        if (!stop.signal.aborted) setRead({ of: range, rows })
      })
    return () => stop.abort()
  }, [db, from, to, count, isFetched])
  return read?.of.from === from && read.of.to === to ? read.rows : undefined
}
