import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'

/** Today and the thirty days before it, as in an address. The demo sold in them; a month or a year may have just begun. */
export function lastDays(): string {
  const today = fiscalDayOf(toInstant(Date.now()))
  return `from=${addDays(today, -30)}&to=${today}`
}
