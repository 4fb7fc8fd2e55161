import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  addDays,
  type FiscalDay,
  fiscalDayOf,
  fiscalTimeOf,
  type Instant,
} from '#domain/calendar/east-africa.ts'

/** January to December, in three letters or so. */
export const SHORT_MONTHS: readonly MessageDescriptor[] = [
  msg`Jan`,
  msg`Feb`,
  msg`Mar`,
  msg`Apr`,
  msg({ context: 'short month', message: 'May' }),
  msg`Jun`,
  msg`Jul`,
  msg`Aug`,
  msg`Sep`,
  msg`Oct`,
  msg`Nov`,
  msg`Dec`,
]

/**
 * Weekdays that a chart names beside its rows, by their number from Sunday (0); the others have no space for a name.
 */
export const NAMED_WEEKDAYS: ReadonlyMap<number, MessageDescriptor> = new Map([
  [1, msg({ context: 'short weekday', message: 'Mon' })],
  [3, msg({ context: 'short weekday', message: 'Wed' })],
  [5, msg({ context: 'short weekday', message: 'Fri' })],
])

/** Shows a descriptor in the language of the screen. */
export type Translate = (descriptor: MessageDescriptor) => string

/** A day in words, `7 Jul 2026`; today and yesterday by name. Without Intl: old phones lack our locales. */
export function formatDay(day: FiscalDay, today: FiscalDay, translate: Translate): string {
  if (day === today) return translate(msg`Today`)
  if (day === addDays(today, -1)) return translate(msg`Yesterday`)
  const month = SHORT_MONTHS[Number(day.slice(5, 7)) - 1]
  return `${Number(day.slice(8, 10))} ${month ? translate(month) : ''} ${day.slice(0, 4)}`
}

/** `HH:MM` of a moment in East Africa. */
export function clockTime(at: Instant): string {
  return fiscalTimeOf(at).slice(0, 5)
}

/** A moment as people write it: the time alone today, else the day and the time. */
export function formatMoment(at: Instant, today: FiscalDay, translate: Translate): string {
  const day = fiscalDayOf(at)
  return day === today ? clockTime(at) : `${formatDay(day, today, translate)}, ${clockTime(at)}`
}

const MINUTE_MS = 60_000

/** The age in few letters: minutes, hours, then days; empty below a minute and for a clock that went back. */
export function formatAge(ms: number, translate: Translate): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (minutes < 1) return ''
  if (hours < 1) return translate(msg`${minutes} min`)
  return days < 2 ? translate(msg`${hours} h`) : translate(msg`${days} days`)
}
