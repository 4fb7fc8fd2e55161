import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'

/** Days as in an address, counted back from today. */
function daysBack(first: number, last: number): string {
  const today = fiscalDayOf(toInstant(Date.now()))
  return `from=${addDays(today, -first)}&to=${addDays(today, -last)}`
}

/** Today and the thirty days before it. The demo sold in them; a month or a year may have just begun. */
export const lastDays = (): string => daysBack(30, 0)

/** The thirty days before today: of the demo alone, no test sells in them. */
export const daysBeforeToday = (): string => daysBack(30, 1)
