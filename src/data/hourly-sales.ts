import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { daysOf, daysOfHours } from '#domain/insights/company-facts.ts'
import { addSalesByHour, byHour, NO_SALES_BY_HOUR } from '#domain/reports/sales-by-hour.ts'
import type { AccountDatabase } from './account-database.ts'
import { dailyTotals } from './aggregates.ts'
import { findMeta, upsertMeta } from './meta.ts'
import { countInvoicesOn, iterateSales } from './sold-invoices.ts'

/** The sales of a day by the hour, and what the day held when they were read: it is read again when that changes. */
export type DayHours = {
  readonly invoices: number
  readonly sold: number
  /** Cents of each of the 24 hours. */
  readonly gross: readonly number[]
}

/** The sums of the ten weeks before the day `today`. */
export type SalesHours = { readonly today: FiscalDay; readonly days: Readonly<Record<string, DayHours>> }

async function grossByHour(db: AccountDatabase, day: FiscalDay): Promise<readonly number[]> {
  let cells = NO_SALES_BY_HOUR
  for await (const rows of iterateSales(db, { from: day, to: day })) {
    cells = addSalesByHour(
      cells,
      rows.map(({ saleAt, totals }) => ({ saleAt, gross: totals.totalIncludingTax })),
    )
  }
  return byHour(cells)
}

/**
 * Adds up the sales of the last ten weeks by the hour, from the invoices, and stores the sums: of a day that was read
 * before only when it holds other invoices since. So the rules of insights read sums and never thousands of invoices.
 */
export async function updateHourlySales(
  db: AccountDatabase,
  today: FiscalDay,
  signal: AbortSignal,
): Promise<void> {
  const range = daysOfHours(today)
  const [stored, totals] = await Promise.all([findMeta(db, 'sales-hours'), dailyTotals(db, range)])
  const soldOn = new Map(totals.map(({ period, figures }) => [period, figures.count]))
  const next: Record<string, DayHours> = {}
  let isChanged = stored?.today !== today
  for (const day of daysOf(range)) {
    if (signal.aborted) return
    const [invoices, sold] = [await countInvoicesOn(db, day), soldOn.get(day) ?? 0]
    if (invoices === 0) continue
    const before = stored?.days[day]
    const isKnown = before?.invoices === invoices && before.sold === sold
    next[day] = isKnown ? before : { invoices, sold, gross: await grossByHour(db, day) }
    isChanged ||= !isKnown
  }
  if (isChanged && !signal.aborted) await upsertMeta(db, 'sales-hours', { today, days: next })
}
