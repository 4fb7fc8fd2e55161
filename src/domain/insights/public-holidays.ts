import { addDays, DAY_MS, type FiscalDay, parseFiscalDay } from '../calendar/east-africa.ts'
import { islamicDateOf } from './islamic-date.ts'

/** Holidays of the Islamic calendar: their day is known to within one, because the moon has to be seen. */
export const ISLAMIC_HOLIDAYS = ['eid-al-fitr', 'eid-al-adha', 'maulid'] as const

/** Public holidays of Tanzania whose day can be computed. */
export const PUBLIC_HOLIDAYS = [
  'new-year',
  'zanzibar-revolution',
  'karume-day',
  'good-friday',
  'easter-monday',
  'union-day',
  'workers-day',
  'saba-saba',
  'nane-nane',
  'nyerere-day',
  'independence-day',
  'christmas',
  'boxing-day',
  ...ISLAMIC_HOLIDAYS,
] as const
export type PublicHoliday = (typeof PUBLIC_HOLIDAYS)[number]

/** By month and day. */
const FIXED: Readonly<Record<string, PublicHoliday>> = {
  '01-01': 'new-year',
  '01-12': 'zanzibar-revolution',
  '04-07': 'karume-day',
  '04-26': 'union-day',
  '05-01': 'workers-day',
  '07-07': 'saba-saba',
  '08-08': 'nane-nane',
  '10-14': 'nyerere-day',
  '12-09': 'independence-day',
  '12-25': 'christmas',
  '12-26': 'boxing-day',
}

/** Easter Sunday of a year in the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): FiscalDay {
  const golden = year % 19
  const [century, rest] = [Math.floor(year / 100), year % 100]
  const shift =
    century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + shift + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const days = epact + toSunday - 7 * late + 22
  const day = parseFiscalDay(new Date(Date.UTC(year, 2, 1) + (days - 1) * DAY_MS).toISOString().slice(0, 10))
  if (day === undefined) throw new RangeError(`no year: ${year}`)
  return day
}

/** By month and day of the Islamic calendar: the computed day, the one before it and the one after it. */
const ISLAMIC: Readonly<Record<string, (typeof ISLAMIC_HOLIDAYS)[number]>> = {
  ...{ '9-30': 'eid-al-fitr', '10-1': 'eid-al-fitr', '10-2': 'eid-al-fitr' },
  ...{ '12-9': 'eid-al-adha', '12-10': 'eid-al-adha', '12-11': 'eid-al-adha' },
  ...{ '3-11': 'maulid', '3-12': 'maulid', '3-13': 'maulid' },
}

function islamicHolidayNear(date: FiscalDay): PublicHoliday | undefined {
  const { month, day } = islamicDateOf(date)
  return ISLAMIC[`${month}-${day}`]
}

/**
 * The public holiday on a day. The moon decides the days of the Islamic calendar, so three days count as each of its
 * holidays. The President may add days: they cannot be computed and are ordinary days here.
 */
export function publicHolidayOn(day: FiscalDay): PublicHoliday | undefined {
  const fixed = FIXED[day.slice(5)]
  if (fixed !== undefined) return fixed
  const month = day.slice(5, 7)
  if (month !== '03' && month !== '04') return islamicHolidayNear(day)
  const easter = easterSunday(Number(day.slice(0, 4)))
  if (day === addDays(easter, -2)) return 'good-friday'
  return day === addDays(easter, 1) ? 'easter-monday' : islamicHolidayNear(day)
}
