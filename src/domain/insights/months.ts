import { addDays, type FiscalDay, parseFiscalDay } from '../calendar/east-africa.ts'
import { type DayRange, presetRange } from '../calendar/period-presets.ts'

function firstOf(month: string): FiscalDay {
  const day = parseFiscalDay(`${month}-01`)
  if (day === undefined) throw new RangeError(`no month: ${month}`)
  return day
}

/** The month of a day, `YYYY-MM`. */
export function monthOf(day: FiscalDay): string {
  return day.slice(0, 7)
}

/** The days of a month. */
export function rangeOfMonth(month: string): DayRange {
  return presetRange('this-month', firstOf(month))
}

/** The month that is `back` months before. */
export function monthBefore(month: string, back: number): string {
  let day = firstOf(month)
  for (let step = 0; step < back; step += 1) day = firstOf(monthOf(addDays(day, -1)))
  return monthOf(day)
}

/** `length` months before a month, the latest first. */
export function monthsBefore(month: string, length: number): string[] {
  return Array.from({ length }, (_, index) => monthBefore(month, index + 1))
}

/** Complete days of the month of `today`, and how many the month has. */
export function progressOfMonth(today: FiscalDay): { readonly passed: number; readonly days: number } {
  return {
    passed: Number(today.slice(8, 10)) - 1,
    days: Number(rangeOfMonth(monthOf(today)).to.slice(8, 10)),
  }
}

/**
 * The month that monthly rules judge: the current one once ten days have passed, before that the last. `part` is how
 * much of it has passed, from 0 to 1.
 */
export function judgedMonth(today: FiscalDay): {
  readonly month: string
  readonly part: number
  readonly range: DayRange
} {
  const { passed, days } = progressOfMonth(today)
  const current = monthOf(today)
  if (passed < 10) {
    const month = monthBefore(current, 1)
    return { month, part: 1, range: rangeOfMonth(month) }
  }
  const { from } = rangeOfMonth(current)
  // Today's sales are in the totals of the month: about half a day.
  return { month: current, part: (passed + 0.5) / days, range: { from, to: today } }
}
