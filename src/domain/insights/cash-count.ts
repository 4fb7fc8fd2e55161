import type { FiscalDay } from '../calendar/east-africa.ts'
import type { Cents } from '../money/cents.ts'
import { drawerDifference } from '../reports/drawer.ts'

/** What was counted in a drawer beside what was expected, in cents; the newest count of a day. */
export type CashCount = {
  readonly day: FiscalDay
  readonly operator: string
  readonly expected: number
  /** Counted less expected: below 0 when money is missing. */
  readonly difference: number
}

/** A count as it was made. */
export type CountedCash = Pick<CashCount, 'day' | 'operator'> & {
  readonly opening: Cents
  readonly expected: Cents
  readonly counted: Cents
}

/** The newest count of each drawer and day; `counts` are newest first. */
export function newestCounts(counts: readonly CountedCash[]): CashCount[] {
  const found = new Map<string, CashCount>()
  for (const { day, operator, opening, expected, counted } of counts) {
    const key = `${day} ${operator}`
    const difference = drawerDifference({ counted, opening, expected })
    if (!found.has(key)) found.set(key, { day, operator, expected, difference })
  }
  return [...found.values()]
}
