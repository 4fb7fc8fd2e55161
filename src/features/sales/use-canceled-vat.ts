import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { readCanceledVat } from '#data/canceled-vat.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { type CanceledVat, needsVatReturn } from '#domain/reports/vat-worksheet.ts'

/** The VAT in canceled invoices of the month of a VAT return; `undefined` until it is read, `null` for other reports. */
export function useCanceledVat(report: SalesReport): CanceledVat | null | undefined {
  const { db, vatRegistered } = useAppContext()
  const { from, to } = report.range
  const isNeeded = needsVatReturn(report, vatRegistered)
  return useLiveQuery(
    async () => (isNeeded ? await readCanceledVat(db, { from, to }) : null),
    [db, from, to, isNeeded],
  )
}
