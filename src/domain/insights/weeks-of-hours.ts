import { addDays } from '../calendar/east-africa.ts'
import { HOURS_A_DAY } from '../reports/sales-by-hour.ts'
import { type CompanyFacts, daysOf, firstSale, window } from './company-facts.ts'

/** Weeks that are judged, and those they are compared with. */
export const [RECENT_WEEKS, WEEKS_BEFORE] = [2, 8]
export const HOURS = Array.from({ length: HOURS_A_DAY }, (_, hour) => hour)

/** Hours in a row, the last one included. */
export type Run = { readonly first: number; readonly last: number }

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** The 24 hours, summed over the seven days that end `week` weeks before yesterday. */
function hoursOfWeek(facts: CompanyFacts, week: number): number[] {
  const days = daysOf(window(facts, 1 + 7 * week, 7))
  return HOURS.map((hour) => total(days.map((day) => facts.hours.get(day)?.[hour] ?? 0)))
}

/** The 24 hours of ten weeks, the latest first; `undefined` when fewer weeks or no hours are known. */
export function weeksOfHours(facts: CompanyFacts): readonly (readonly number[])[] | undefined {
  const weeks = RECENT_WEEKS + WEEKS_BEFORE
  if (facts.hours.size === 0 || firstSale(facts) > addDays(facts.today, -7 * weeks)) return undefined
  return Array.from({ length: weeks }, (_, week) => hoursOfWeek(facts, week))
}

/** Joins hours that follow each other. */
export function runsOf(hours: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const hour of hours) {
    const run = runs.at(-1)
    if (run?.last === hour - 1) runs[runs.length - 1] = { ...run, last: hour }
    else runs.push({ first: hour, last: hour })
  }
  return runs
}
