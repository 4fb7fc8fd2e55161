import { addDays, type FiscalDay } from '../calendar/east-africa.ts'
import { median } from './baseline.ts'
import {
  type CompanyFacts,
  figuresOn,
  findingId,
  firstSale,
  LEAST_STAKE,
  severityOf,
  sumOf,
  window,
} from './company-facts.ts'
import { count, type Finding, money, share } from './finding.ts'

const RECENT = 3
const BEFORE = 8

/** Monday is 0. */
function weekdayOf(day: FiscalDay): number {
  return (new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7
}

/** Whether the other days of the week sell at least three quarters of what they did: else all of the sales fell. */
function othersHold(facts: CompanyFacts, ownRecent: number, ownBefore: number): boolean {
  const gross = (back: number, weeks: number) =>
    sumOf(facts, window(facts, back, 7 * weeks), (figures) => figures.gross)
  const recent = (gross(1, RECENT) - ownRecent) / RECENT
  const before = (gross(1 + 7 * RECENT, BEFORE) - ownBefore) / BEFORE
  return recent >= before * 0.75
}

/**
 * A weekday that collapsed: its last three all sold less than each of the eight before, their median at least 40 %
 * and Tsh 10,000 less, while the other days hold.
 */
export function weekdayDown(facts: CompanyFacts): Finding[] {
  if (firstSale(facts) > addDays(facts.today, -7 * (RECENT + BEFORE))) return []
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return Array.from({ length: 7 }, (_, back) => addDays(facts.today, -1 - back)).flatMap(
    (last): Finding[] => {
      const sales = Array.from(
        { length: RECENT + BEFORE },
        (_, week) => figuresOn(facts, addDays(last, -7 * week)).gross,
      )
      const recent = sales.slice(0, RECENT)
      const before = sales.slice(RECENT)
      const [now, usual] = [median(recent), median(before)]
      const difference = usual - now
      if (Math.max(...recent) >= Math.min(...before)) return []
      if (difference < Math.max(LEAST_STAKE, usual * 0.4)) return []
      if (!othersHold(facts, sum(recent), sum(before))) return []
      const weekday = String(weekdayOf(last))
      return [
        {
          id: findingId(facts, 'weekday-down', weekday),
          rule: 'weekday-down',
          type: 'sales',
          confidence: difference >= usual * 0.6 ? 'high' : 'medium',
          severity: severityOf(facts, difference),
          period: { from: addDays(last, -7 * (RECENT - 1)), to: last },
          figures: [
            money('now', now),
            money('usual', usual),
            money('difference', difference),
            share('percent', difference / usual),
            count('count', RECENT),
          ],
          subject: weekday,
          records: { page: 'sales', range: window(facts, 1, 7 * (RECENT + BEFORE)) },
        },
      ]
    },
  )
}
