import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { readCanceledVat } from '#data/canceled-vat.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { type CanceledVat, isMonth } from '#domain/reports/vat-worksheet.ts'

/** The VAT in canceled invoices of a report on one month; `undefined` until it is read, `null` for other reports. */
export function useCanceledVat({ range: { from, to } }: SalesReport): CanceledVat | null | undefined {
  const { db, vatRegistered } = useAppContext()
  return useLiveQuery(
    async () => (vatRegistered && isMonth({ from, to }) ? await readCanceledVat(db, { from, to }) : null),
    [db, from, to, vatRegistered],
  )
}
