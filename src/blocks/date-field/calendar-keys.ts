import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { addMonths } from '#domain/calendar/month-days.ts'
import { sinceMonday } from '#domain/calendar/period-presets.ts'

/** The days that may be chosen, both included. */
export type DayLimits = { readonly min?: FiscalDay | undefined; readonly max?: FiscalDay | undefined }

/** No date of the app is outside, and every day within is written with four digits of the year. */
const [EARLIEST, LATEST] = ['1900-01-01', '2199-12-31'] as [FiscalDay, FiscalDay]

/** The day itself, or the nearest one that may be chosen. */
export function withinLimits(day: FiscalDay, { min = EARLIEST, max = LATEST }: DayLimits): FiscalDay {
  if (day < min) return min
  return day > max ? max : day
}

/** Where a key moves to from a day, as in other calendars (WAI-ARIA, date picker dialog). */
const MOVES = new Map<string, (day: FiscalDay) => FiscalDay>([
  ['ArrowLeft', (day) => addDays(day, -1)],
  ['ArrowRight', (day) => addDays(day, 1)],
  ['ArrowUp', (day) => addDays(day, -7)],
  ['ArrowDown', (day) => addDays(day, 7)],
  ['Home', (day) => addDays(day, -sinceMonday(day))],
  ['End', (day) => addDays(day, 6 - sinceMonday(day))],
  ['PageUp', (day) => addMonths(day, -1)],
  ['PageDown', (day) => addMonths(day, 1)],
])

/** The day that a key moves to; `undefined` for another key. */
export function dayAfterKey(key: string, day: FiscalDay, limits: DayLimits): FiscalDay | undefined {
  const next = MOVES.get(key)?.(withinLimits(day, limits))
  return next && withinLimits(next, limits)
}
