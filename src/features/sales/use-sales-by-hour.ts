import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { iterateSales } from '#data/sold-invoices.ts'
import { addSalesByHour, NO_SALES_BY_HOUR, type SalesByHour } from '#domain/reports/sales-by-hour.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'

/**
 * The sales of a report by the hour at which they were made, read from the invoices of its days; `undefined` until all
 * are read. Read again when the totals change, not with every write of the sync.
 */
export function useSalesByHour({ range, total }: SalesReport): SalesByHour | undefined {
  const { db } = useAppContext()
  const [cells, setCells] = useState<SalesByHour>()
  const { from, to } = range
  const { count } = total
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of sales means reading them again
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      let sum = NO_SALES_BY_HOUR
      for await (const rows of iterateSales(db, { from, to })) {
        if (stop.signal.aborted) return
        sum = addSalesByHour(
          sum,
          rows.map(({ saleAt, totals }) => ({ saleAt, gross: totals.totalIncludingTax })),
        )
      }
      if (!stop.signal.aborted) setCells(sum)
    }
    void read()
    return () => stop.abort()
  }, [db, from, to, count])
  return cells
}
