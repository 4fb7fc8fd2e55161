import { addDays } from '../calendar/east-africa.ts'
import { OUT_OF_LINE } from './baseline.ts'
import { chanceOfAtLeast } from './chance.ts'
import {
  type CompanyFacts,
  confidenceOf,
  findingId,
  firstSale,
  LEAST_STAKE,
  severityOf,
  sumOf,
  window,
} from './company-facts.ts'
import { type Comparisons, NOTHING_COMPARED } from './false-discovery.ts'
import { count, type Finding, money, share } from './finding.ts'

const DAYS = 28
const BLOCKS = 3

/**
 * Refunds and cancellations of the last four weeks against the twelve weeks before: a number that chance does not
 * explain, half as much money again, Tsh 10,000 more, and at least 2 % of the sales.
 */
export function refundsHigh(facts: CompanyFacts): Comparisons {
  if (firstSale(facts) > addDays(facts.today, -DAYS * (BLOCKS + 1))) return NOTHING_COMPARED
  const period = window(facts, 1, DAYS)
  const before = window(facts, 1 + DAYS, DAYS * BLOCKS)
  const times = (range: typeof period) =>
    sumOf(facts, range, ({ refundedCount, canceledCount }) => refundedCount + canceledCount)
  const amount = (range: typeof period) =>
    sumOf(facts, range, ({ refundedGross, canceledGross }) => refundedGross + canceledGross)
  const [now, usual] = [amount(period), amount(before) / BLOCKS]
  const [nowCount, usualCount] = [times(period), times(before) / BLOCKS]
  const gross = sumOf(facts, period, (figures) => figures.gross)
  const score = (nowCount - usualCount) / Math.sqrt(Math.max(1, usualCount))
  const difference = now - usual
  const none = { compared: 1, found: [] }
  if (nowCount < 3 || score < OUT_OF_LINE || gross === 0) return none
  if (difference < Math.max(LEAST_STAKE, usual * 0.5) || now < gross * 0.02) return none
  const finding: Finding = {
    id: findingId(facts, 'refunds-high'),
    rule: 'refunds-high',
    type: 'sales',
    confidence: confidenceOf(score),
    severity: severityOf(facts, difference),
    period,
    figures: [
      count('count', nowCount),
      count('usualCount', usualCount),
      money('now', now),
      money('usual', usual),
      money('difference', difference),
      share('share', now / gross),
    ],
    subject: '',
    records: { page: 'sales', range: period },
  }
  // Of all that was refunded in both periods, each part of the time has as much by chance.
  const chance = chanceOfAtLeast(nowCount, nowCount + times(before), 1 / (BLOCKS + 1))
  return { compared: 1, found: [{ finding, chance }] }
}
