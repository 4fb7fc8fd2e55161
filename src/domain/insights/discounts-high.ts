import { addDays } from '../calendar/east-africa.ts'
import type { DayRange } from '../calendar/period-presets.ts'
import { median, OUT_OF_LINE, scoreOf } from './baseline.ts'
import { chanceOfMore } from './chance.ts'
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
import { type Finding, money, share } from './finding.ts'

const DAYS = 28
const WEEKS = 12

/**
 * The discounts of the last four weeks, as a share of the prices before discount, against the weekly shares of the
 * twelve weeks before: out of line, one percent of the prices more, and Tsh 10,000.
 */
export function discountsHigh(facts: CompanyFacts): Comparisons {
  if (firstSale(facts) > addDays(facts.today, -(DAYS + 7 * WEEKS))) return NOTHING_COMPARED
  const period = window(facts, 1, DAYS)
  const discount = (range: DayRange) => sumOf(facts, range, (figures) => figures.discount)
  const price = (range: DayRange) => sumOf(facts, range, (figures) => figures.gross + figures.discount)
  const part = (range: DayRange) => discount(range) / Math.max(1, price(range))
  const weeks = Array.from({ length: WEEKS }, (_, week) => part(window(facts, 1 + DAYS + 7 * week, 7)))
  const usual = median(weeks)
  const now = part(period)
  const score = scoreOf(now, weeks, Math.max(0.003, usual * 0.1))
  const difference = (now - usual) * price(period)
  if (score < OUT_OF_LINE || now - usual < 0.01 || difference < LEAST_STAKE) {
    return { compared: 1, found: [] }
  }
  const finding: Finding = {
    id: findingId(facts, 'discounts-high'),
    rule: 'discounts-high',
    type: 'sales',
    confidence: confidenceOf(score),
    severity: severityOf(facts, difference),
    period,
    figures: [
      share('share', now),
      share('usualShare', usual),
      money('now', discount(period)),
      money('difference', difference),
    ],
    subject: '',
    records: { page: 'sales', range: period },
  }
  return { compared: 1, found: [{ finding, chance: chanceOfMore(score, WEEKS - 1) }] }
}
