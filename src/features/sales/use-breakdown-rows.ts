import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { monthlyTotals } from '#data/aggregates.ts'
import { readMergeTargets } from '#data/merged-customers.ts'
import { iterateCounted } from '#data/sold-invoices.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { type AggregateRow, mergeAggregates } from '#domain/reports/aggregate.ts'
import { invoicesIn, type MergedRows, mergeCustomerRows } from '#domain/reports/breakdown.ts'
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

/** What was sold in a period. */
export type Sold = MergedRows & {
  /** Invoices of the report when the rows were read. */
  readonly all: number
  /** How many of them the rows count: fewer where they are added up from invoices and this phone lacks some. */
  readonly counted: number
}

type Read = { readonly of: DayRange; readonly sold: Sold }

/**
 * The sales of a report by product, customer and operator; `undefined` until those of its period are read. Whole months
 * come from the stored totals, other periods from their invoices, a day at a time. Read again when the number of sales
 * changes, and not before this phone has fetched everything: a part of the sales would be taken for all.
 */
export function useBreakdownRows(report: SalesReport, isFetched: boolean): Sold | undefined {
  const { db } = useAppContext()
  const [read, setRead] = useState<Read>()
  const { from, to } = report.range
  const { count } = report.total
  useEffect(() => {
    if (!isFetched) return undefined
    const stop = new AbortController()
    const range = { from, to }
    const isStored = isOfWholeMonths(range)
    const reading = isStored ? storedRows(db, range) : countedRows(db, range, () => stop.signal.aborted)
    void Promise.all([reading, readMergeTargets(db)]).then(([rows, mergedInto]) => {
      if (stop.signal.aborted) return
      const counted = isStored ? count : invoicesIn(rows)
      setRead({ of: range, sold: { ...mergeCustomerRows(rows, mergedInto), all: count, counted } })
    })
    return () => stop.abort()
  }, [db, from, to, count, isFetched])
  return read?.of.from === from && read.of.to === to ? read.sold : undefined
}
