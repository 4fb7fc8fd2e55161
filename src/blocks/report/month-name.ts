import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { SHORT_MONTHS, type Translate } from '#i18n/format-dates.ts'

/** A month in few letters, `Nov`. */
export function shortMonth(day: FiscalDay, translate: Translate): string {
  const month = SHORT_MONTHS[Number(day.slice(5, 7)) - 1]
  return month ? translate(month) : ''
}

/** A month in words, `Nov 2026`. */
export function monthName(day: FiscalDay, translate: Translate): string {
  return `${shortMonth(day, translate)} ${day.slice(0, 4)}`
}
