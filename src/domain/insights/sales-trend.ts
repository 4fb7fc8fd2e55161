import { addDays } from '../calendar/east-africa.ts'
import type { DayRange } from '../calendar/period-presets.ts'
import { publicHolidayOn } from '../insights/public-holidays.ts'
import { median, OUT_OF_LINE, scoreOf } from './baseline.ts'
import { chanceOfScore } from './chance.ts'
import {
  type CompanyFacts,
  confidenceOf,
  daysOf,
  figuresOn,
  findingId,
  firstSale,
  LEAST_STAKE,
  severityOf,
  window,
} from './company-facts.ts'
import { type Comparisons, NOTHING_COMPARED } from './false-discovery.ts'
import { count, type Finding, money, share } from './finding.ts'

const WEEKS = 8

/** How much a week varies by chance, from the days of the baseline against others of the same weekday. */
function spreadOfWeek(facts: CompanyFacts): number {
  const days = daysOf(window(facts, 8, 7 * WEEKS))
  const sales = days.map((day) => figuresOn(facts, day).gross)
  const distances: number[] = []
  let open = 0
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const same = sales.filter((_, index) => index % 7 === weekday)
    const middle = median(same)
    if (middle === 0) continue
    open += 1
    distances.push(...same.map((value) => Math.abs(value - middle)))
  }
  return 1.4826 * median(distances) * Math.sqrt(open)
}

/**
 * The sales of the last seven complete days against the median of the eight weeks before. Weekdays that were a public
 * holiday are left out of all of them. Out of line: 3.5 robust
 * standard deviations, 20 % and Tsh 10,000.
 */
export function salesTrend(facts: CompanyFacts): Comparisons {
  const period = window(facts, 1, 7)
  if (firstSale(facts) > addDays(facts.today, -7 * (WEEKS + 1))) return NOTHING_COMPARED
  const isOrdinary = daysOf(period).map((day) => publicHolidayOn(day) === undefined)
  const grossOf = (week: DayRange) =>
    daysOf(week)
      .filter((_, index) => isOrdinary[index])
      .reduce((sum, day) => sum + figuresOn(facts, day).gross, 0)
  const now = grossOf(period)
  const weeks = Array.from({ length: WEEKS }, (_, week) => grossOf(window(facts, 8 + 7 * week, 7)))
  const usual = median(weeks)
  if (usual === 0) return NOTHING_COMPARED
  const score = scoreOf(now, weeks, Math.max(spreadOfWeek(facts), usual * 0.05))
  const difference = now - usual
  if (Math.abs(score) < OUT_OF_LINE || Math.abs(difference) < Math.max(LEAST_STAKE, usual * 0.2)) {
    return { compared: 1, found: [] }
  }
  const rule = difference < 0 ? 'sales-falling' : 'sales-rising'
  const finding: Finding = {
    id: findingId(facts, rule),
    rule,
    type: 'sales',
    confidence: confidenceOf(score),
    severity: difference < 0 ? severityOf(facts, difference) : 10,
    period,
    figures: [
      money('now', now),
      money('usual', usual),
      money('difference', Math.abs(difference)),
      share('percent', Math.abs(difference) / usual),
      count('days', isOrdinary.filter(Boolean).length),
    ],
    subject: '',
    records: { page: 'sales', range: period },
  }
  return { compared: 1, found: [{ finding, chance: chanceOfScore(score, WEEKS - 1) }] }
}
