import { addDays, startOfDay } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { sumCents } from '#domain/money/cents.ts'
import { countedDay } from '#domain/reports/invoice-deltas.ts'
import type { CanceledVat } from '#domain/reports/vat-worksheet.ts'
import type { AccountDatabase } from './account-database.ts'
import { isBeingCanceled } from './collections.ts'
import { listUnsentReturns } from './drawers.ts'
import type { InvoiceRow } from './rows.ts'
import { isCounted, LATEST_NUMBER_DAYS } from './sold-invoices.ts'

/** How canceled invoices are shown; one whose receipt waits for a person still needs attention. */
const SHOWN: readonly ShownStatus[] = ['canceled', 'attention']

/**
 * The VAT in the canceled invoices of some days on this phone, those that are on their way to the server included. The
 * totals have only their amount. Found by an index: of a month it reads few more than it counts.
 */
export async function readCanceledVat(db: AccountDatabase, range: DayRange): Promise<CanceledVat> {
  const from = startOfDay(addDays(range.from, -LATEST_NUMBER_DAYS))
  const to = startOfDay(addDays(range.to, 2))
  const unsent = await listUnsentReturns(db)
  const [waiting, ...shown] = await Promise.all([
    db.run(() => db.invoices.bulkGet([...unsent.keys()])),
    ...SHOWN.map((status) =>
      db.run(() =>
        db.invoices.where('[shown+orderKey]').between([status, from], [status, to], true, false).toArray(),
      ),
    ),
  ])
  const rows = new Map([...waiting, ...shown.flat()].flatMap((row) => (row ? [[row.id, row] as const] : [])))
  const isCanceled = (row: InvoiceRow) =>
    isCounted(row) && (row.status === 'canceled' || isBeingCanceled(row))
  const canceled = [...rows.values()].filter((row) => {
    const day = countedDay(row)
    return isCanceled(row) && day >= range.from && day <= range.to
  })
  return { vat: sumCents(canceled.map(({ totals }) => totals.totalVat)), counted: canceled.length }
}
