import type { FiscalDay } from '../calendar/east-africa.ts'
import type { Cents } from '../money/cents.ts'
import { drawerDifference } from '../reports/drawer.ts'
import { type DrawerOwner, drawerKeys } from '../reports/drawer-owner.ts'

/** What was counted in a drawer beside what was expected, in cents; the newest count of a day. */
export type CashCount = DrawerOwner & {
  readonly day: FiscalDay
  readonly expected: number
  /** Counted less expected: below 0 when money is missing. */
  readonly difference: number
}

/** A count as it was made. */
export type CountedCash = Pick<CashCount, 'day' | 'operator' | 'operatorId'> & {
  readonly opening: Cents
  readonly expected: Cents
  readonly counted: Cents
}

/** The newest count of each drawer and day; `counts` are newest first. */
export function newestCounts(counts: readonly CountedCash[]): CashCount[] {
  const found = new Map<string, CashCount>()
  const keyOf = drawerKeys(counts)
  for (const count of counts) {
    const { day, operator, operatorId, expected } = count
    const key = `${day} ${keyOf(count)}`
    const difference = drawerDifference(count)
    if (!found.has(key)) found.set(key, { day, operator, operatorId, expected, difference })
  }
  return [...found.values()]
}
