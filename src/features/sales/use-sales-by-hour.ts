import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { readSalesByHour, type SalesByHourRead } from '#data/sales-by-hour.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'

/**
 * The sales of a report by the hour at which they were made, read from the invoices of its days; `undefined` until all
 * are read. Read again when the totals change, not with every write of the sync.
 */
export function useSalesByHour({ range, total }: SalesReport): SalesByHourRead | undefined {
  const { db } = useAppContext()
  const [read, setRead] = useState<SalesByHourRead>()
  const { from, to } = range
  const { count } = total
  useEffect(() => {
    const stop = new AbortController()
    void readSalesByHour(db, { from, to }, count, () => stop.signal.aborted).then((sales) => {
      if (!stop.signal.aborted) setRead(sales)
    })
    return () => stop.abort()
  }, [db, from, to, count])
  return read
}
