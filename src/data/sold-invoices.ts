import {
  addDays,
  earlierDay,
  type FiscalDay,
  fiscalDayOf,
  laterDay,
  startOfDay,
} from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { countedDay } from '#domain/reports/invoice-deltas.ts'
import type { AccountDatabase } from './account-database.ts'
import type { InvoiceRow } from './rows.ts'

/** A sale made offline counts on the day of its number, which may be so much later. */
export const LATEST_NUMBER_DAYS = 62

/** Whether the stored totals count it: it has a receipt, or its submission is pending on this phone. */
export function isCounted({ receipt, pending }: InvoiceRow): boolean {
  return receipt !== null || (pending.kind === 'waiting' && pending.submits)
}

function invoicesOn(db: AccountDatabase, day: FiscalDay) {
  return db.invoices.where('orderKey').between(startOfDay(day), startOfDay(addDays(day, 1)), true, false)
}

/** How many invoices have the time of their sale on this day: drafts too. */
export function countInvoicesOn(db: AccountDatabase, day: FiscalDay): Promise<number> {
  return db.run(() => invoicesOn(db, day).count())
}

async function soldOn(db: AccountDatabase, day: FiscalDay): Promise<InvoiceRow[]> {
  const rows = await db.run(() => invoicesOn(db, day).toArray())
  return rows.filter(isCounted)
}

/** By the time of the sale. */
export type SaleOrder = 'oldest first' | 'newest first'

/** The days from the oldest to the newest invoice on this phone; `undefined` when it has none. */
async function keptDays(db: AccountDatabase): Promise<DayRange | undefined> {
  const byTime = () => db.invoices.orderBy('orderKey')
  const [oldest, newest] = await db.run(() => Promise.all([byTime().first(), byTime().last()]))
  return oldest && newest && { from: fiscalDayOf(oldest.saleAt), to: fiscalDayOf(newest.saleAt) }
}

/**
 * The sales of a period by the time of the sale, one day at a time: never all at once in memory. A mistyped year makes a
 * period of thousands of years, so only days that can have an invoice are looked at.
 */
export async function* iterateSales(
  db: AccountDatabase,
  range: DayRange,
  order: SaleOrder = 'oldest first',
): AsyncGenerator<InvoiceRow[]> {
  const kept = range.from === range.to ? range : await keptDays(db)
  if (kept === undefined) return
  const [from, to] = [laterDay(range.from, kept.from), earlierDay(range.to, kept.to)]
  const newest = order === 'newest first'
  const step = newest ? -1 : 1
  for (let day = newest ? to : from; day >= from && day <= to; day = addDays(day, step)) {
    const rows = await soldOn(db, day)
    if (rows.length > 0) yield newest ? rows.reverse() : rows
  }
}

/** The invoices that the totals of a period count, by the day of the receipt, in batches. */
export async function* iterateCounted(
  db: AccountDatabase,
  range: DayRange,
  order: SaleOrder = 'oldest first',
): AsyncGenerator<InvoiceRow[]> {
  // After the year 9999 there is no later day.
  const to = laterDay(range.to, addDays(range.to, 1))
  const looked = { from: addDays(range.from, -LATEST_NUMBER_DAYS), to }
  for await (const rows of iterateSales(db, looked, order)) {
    const counted = rows.filter((row) => countedDay(row) >= range.from && countedDay(row) <= range.to)
    if (counted.length > 0) yield counted
  }
}
