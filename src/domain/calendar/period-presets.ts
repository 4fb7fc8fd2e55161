import { addDays, type FiscalDay, parseFiscalDay } from './east-africa.ts'

/** The date ranges of the specification (§9), without the custom one. */
export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
] as const
export type PeriodPreset = (typeof PERIOD_PRESETS)[number]

/** Days, both included. */
export type DayRange = { readonly from: FiscalDay; readonly to: FiscalDay }

/** Whether both mean the same days. */
export function isSameRange(one: DayRange, other: DayRange): boolean {
  return one.from === other.from && one.to === other.to
}

/** Days since Monday, with which a week begins in Tanzania (CLDR). */
export function sinceMonday(day: FiscalDay): number {
  return (new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7
}

function dayOf(year: number, month: number): FiscalDay {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
  const day = parseFiscalDay(text)
  if (day === undefined) throw new RangeError(`no such month: ${text}`)
  return day
}

function wholeMonth(year: number, month: number): DayRange {
  const next = month === 12 ? dayOf(year + 1, 1) : dayOf(year, month + 1)
  return { from: dayOf(year, month), to: addDays(next, -1) }
}

/** The days of a preset, as seen on a day in East Africa. Weeks, months and years are whole, also the current ones. */
export function presetRange(preset: PeriodPreset, today: FiscalDay): DayRange {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const monday = addDays(today, -sinceMonday(today))
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'this-week':
      return { from: monday, to: addDays(monday, 6) }
    case 'last-week':
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    case 'this-month':
      return wholeMonth(year, month)
    case 'last-month':
      return month === 1 ? wholeMonth(year - 1, 12) : wholeMonth(year, month - 1)
    case 'this-year':
      return { from: dayOf(year, 1), to: wholeMonth(year, 12).to }
    case 'last-year':
      return { from: dayOf(year - 1, 1), to: wholeMonth(year - 1, 12).to }
  }
}
