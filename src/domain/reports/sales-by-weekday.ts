import { type FiscalDay, parseFiscalDay } from '../calendar/east-africa.ts'
import { type Cents, toCents, ZERO_CENTS } from '../money/cents.ts'
import type { AggregateRow } from './aggregate.ts'

const DAYS_A_WEEK = 7

/** Sales of one month by day of the week, Monday first. */
export type MonthByWeekday = { readonly firstDay: FiscalDay; readonly weekdays: readonly Cents[] }

/** Sales by month and day of the week, oldest month first, from totals per day; other totals are not counted. */
export function salesByWeekdayAndMonth(rows: readonly AggregateRow[]): MonthByWeekday[] {
  const months = new Map<FiscalDay, Cents[]>()
  for (const { kind, period, figures } of rows) {
    const firstDay = parseFiscalDay(`${period.slice(0, 7)}-01`)
    if (kind !== 'day' || firstDay === undefined) continue
    const weekdays = months.get(firstDay) ?? Array.from({ length: DAYS_A_WEEK }, () => ZERO_CENTS)
    const weekday = (new Date(`${period}T00:00:00.000Z`).getUTCDay() + 6) % DAYS_A_WEEK
    weekdays[weekday] = toCents((weekdays[weekday] ?? 0) + figures.gross)
    months.set(firstDay, weekdays)
  }
  return [...months]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([firstDay, weekdays]) => ({ firstDay, weekdays }))
}
