import { addDays, earlierDay, type FiscalDay } from './east-africa.ts'
import { sinceMonday } from './period-presets.ts'

/** The first day of the month of a day. */
export function firstOfMonth(day: FiscalDay): FiscalDay {
  return `${day.slice(0, 8)}01` as FiscalDay
}

/** The last day of the month of a day. */
export function lastOfMonth(day: FiscalDay): FiscalDay {
  // 31 days after its first day the next month has begun, and the one after that has not.
  return addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1)
}

/** The same day of the month, `months` later (or earlier, when negative): the last day of a month that is shorter. */
export function addMonths(day: FiscalDay, months: number): FiscalDay {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const year = String(Math.floor(count / 12)).padStart(4, '0')
  const first = `${year}-${String((count % 12) + 1).padStart(2, '0')}-01` as FiscalDay
  return earlierDay(addDays(first, Number(day.slice(8)) - 1), lastOfMonth(first))
}

/** The weeks of the month of a day, each from Monday to Sunday; `undefined` is a day of another month. */
export function weeksOfMonth(day: FiscalDay): readonly (readonly (FiscalDay | undefined)[])[] {
  const [first, last] = [firstOfMonth(day), lastOfMonth(day)]
  const weeks: (FiscalDay | undefined)[][] = []
  for (let monday = addDays(first, -sinceMonday(first)); monday <= last; monday = addDays(monday, 7)) {
    const days = [0, 1, 2, 3, 4, 5, 6].map((after) => addDays(monday, after))
    weeks.push(days.map((one) => (one < first || one > last ? undefined : one)))
  }
  return weeks
}
