import { addDays } from '../calendar/east-africa.ts'
import { median, OUT_OF_LINE, scoreOf } from './baseline.ts'
import {
  type CompanyFacts,
  confidenceOf,
  daysOf,
  figuresOn,
  findingId,
  firstSale,
  LEAST_STAKE,
  severityOf,
  sumOf,
  window,
} from './company-facts.ts'
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
 * The sales of the last seven complete days against the median of the eight weeks before. Out of line: 3.5 robust
 * standard deviations, 20 % and Tsh 10,000.
 */
export function salesTrend(facts: CompanyFacts): Finding[] {
  const period = window(facts, 1, 7)
  if (firstSale(facts) > addDays(facts.today, -7 * (WEEKS + 1))) return []
  const now = sumOf(facts, period, ({ gross }) => gross)
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    sumOf(facts, window(facts, 8 + 7 * week, 7), ({ gross }) => gross),
  )
  const usual = median(weeks)
  if (usual === 0) return []
  const score = scoreOf(now, weeks, Math.max(spreadOfWeek(facts), usual * 0.05))
  const difference = now - usual
  if (Math.abs(score) < OUT_OF_LINE || Math.abs(difference) < Math.max(LEAST_STAKE, usual * 0.2)) return []
  const rule = difference < 0 ? 'sales-falling' : 'sales-rising'
  return [
    {
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
        count('days', 7),
      ],
      subject: '',
      records: { page: 'sales', range: period },
    },
  ]
}
