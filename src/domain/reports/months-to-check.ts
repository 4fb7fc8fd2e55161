import { monthBefore } from '../insights/months.ts'

/** A correction of what was just sold is the most useful one. */
const NEWEST = 2
/** The others take turns, so that a check has the same length in the tenth year. */
const OTHERS = 2

function monthsFrom(first: string, newest: string): string[] {
  const months = [newest]
  for (let month = newest; month > first; months.push(month)) month = monthBefore(month, 1)
  return months
}

/**
 * Which months (`YYYY-MM`) of a company to check next, newest first: the two newest, and the two others whose last check
 * is the longest ago. `checkedAt` has the milliseconds of each month's last check.
 */
export function monthsToCheck(
  first: string,
  newest: string,
  checkedAt: ReadonlyMap<string, number>,
): string[] {
  const months = monthsFrom(first, newest)
  const others = months
    .slice(NEWEST)
    .sort((a, b) => (checkedAt.get(a) ?? 0) - (checkedAt.get(b) ?? 0))
    .slice(0, OTHERS)
  return [...months.slice(0, NEWEST), ...others]
}
