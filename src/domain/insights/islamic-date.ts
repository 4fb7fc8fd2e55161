import { DAY_MS, type FiscalDay } from '../calendar/east-africa.ts'

/** A date of the Islamic calendar: `month` from 1 (Muharram) to 12. */
export type IslamicDate = { readonly year: number; readonly month: number; readonly day: number }

/** 16 July 622 (Julian), the first day of the calendar, in days before 1 January 1970. */
const FIRST_DAY = -492_148
/** Thirty years, of which eleven have a leap day, are so many days. */
const CYCLE_DAYS = 10_631
const CYCLE_YEARS = 30
const YEAR_DAYS = 354
/** Months alternate between 30 and 29 days. */
const MONTH_DAYS = 29.5

/** Days before a year of the calendar begins. */
function daysBefore(year: number): number {
  return (year - 1) * YEAR_DAYS + Math.floor((3 + 11 * year) / CYCLE_YEARS)
}

/**
 * The date of a day in the tabular Islamic calendar (civil epoch, leap years 2, 5, 7, 10, 13, 16, 18, 21, 24, 26, 29). The
 * sight of the moon decides the real one, which is a day earlier or later now and then.
 */
export function islamicDateOf(day: FiscalDay): IslamicDate {
  const days = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS) - FIRST_DAY
  const guess = Math.floor((days * CYCLE_YEARS) / CYCLE_DAYS) + 1
  const year = [guess + 1, guess, guess - 1].find((one) => daysBefore(one) <= days) ?? guess
  const inYear = days - daysBefore(year)
  const month = Math.min(12, Math.floor(inYear / MONTH_DAYS) + 1)
  return { year, month, day: inYear - Math.ceil(MONTH_DAYS * (month - 1)) + 1 }
}
