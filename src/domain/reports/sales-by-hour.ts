import { type Instant, instantMs } from '../calendar/east-africa.ts'
import { EAT_OFFSET_MS } from '../calendar/east-africa-offset.ts'
import { type Cents, toCents, ZERO_CENTS } from '../money/cents.ts'

export const HOURS_A_DAY = 24
const DAYS_A_WEEK = 7

/** Sales by day of the week (0 is Monday) and hour of the day, 168 cells in that order. East Africa Time. */
export type SalesByHour = readonly Cents[]

export const NO_SALES_BY_HOUR: SalesByHour = Array.from(
  { length: DAYS_A_WEEK * HOURS_A_DAY },
  () => ZERO_CENTS,
)

function cellOf(at: Instant): number {
  const local = new Date(instantMs(at) + EAT_OFFSET_MS)
  return ((local.getUTCDay() + 6) % 7) * HOURS_A_DAY + local.getUTCHours()
}

/** Adds sales at the hour in which they were made. */
export function addSalesByHour(
  sum: SalesByHour,
  sales: readonly { readonly saleAt: Instant; readonly gross: Cents }[],
): SalesByHour {
  const next = [...sum]
  for (const { saleAt, gross } of sales) {
    const cell = cellOf(saleAt)
    next[cell] = toCents((next[cell] ?? 0) + gross)
  }
  return next
}

/** Sums of the seven days of the week, Monday first. */
export function byWeekday(cells: SalesByHour): Cents[] {
  return Array.from({ length: DAYS_A_WEEK }, (_, day) =>
    cells
      .slice(day * HOURS_A_DAY, (day + 1) * HOURS_A_DAY)
      .reduce((sum, cell) => toCents(sum + cell), ZERO_CENTS),
  )
}

/** Sums of the 24 hours of the day. */
export function byHour(cells: SalesByHour): Cents[] {
  return Array.from({ length: HOURS_A_DAY }, (_, hour) =>
    cells
      .filter((_cell, at) => at % HOURS_A_DAY === hour)
      .reduce((sum, cell) => toCents(sum + cell), ZERO_CENTS),
  )
}
