import type { DayRange } from '#domain/calendar/period-presets.ts'
import { countedDay } from '#domain/reports/invoice-deltas.ts'
import { addSalesByHour, NO_SALES_BY_HOUR, type SalesByHour } from '#domain/reports/sales-by-hour.ts'
import type { AccountDatabase } from './account-database.ts'
import { iterateCounted, iterateSales } from './sold-invoices.ts'

export type SalesByHourRead = {
  readonly cells: SalesByHour
  /** How many of the invoices that the totals count are on this phone. */
  readonly counted: number
  /** The totals count more. */
  readonly isPart: boolean
}

/** How many of the invoices that the totals of a period count are on this phone. */
async function countOnPhone(db: AccountDatabase, range: DayRange, isStopped: () => boolean): Promise<number> {
  let count = 0
  for await (const rows of iterateCounted(db, range)) {
    if (isStopped()) return count
    count += rows.length
  }
  return count
}

/**
 * The sales of a period by the hour at which they were made, from the invoices on this phone; `all` is how many the totals
 * count. They count by the day of the receipt: only when the days lack some are the days around them looked at.
 */
export async function readSalesByHour(
  db: AccountDatabase,
  range: DayRange,
  all: number,
  isStopped: () => boolean,
): Promise<SalesByHourRead> {
  let cells = NO_SALES_BY_HOUR
  let counted = 0
  for await (const rows of iterateSales(db, range)) {
    if (isStopped()) break
    cells = addSalesByHour(
      cells,
      rows.map(({ saleAt, totals }) => ({ saleAt, gross: totals.totalIncludingTax })),
    )
    counted += rows.filter((row) => countedDay(row) >= range.from && countedDay(row) <= range.to).length
  }
  if (counted < all) counted = await countOnPhone(db, range, isStopped)
  return { cells, counted, isPart: counted < all }
}
