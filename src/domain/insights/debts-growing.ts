import { addDays, type FiscalDay } from '../calendar/east-africa.ts'
import { median } from './baseline.ts'
import {
  type CompanyFacts,
  findingId,
  firstSale,
  LEAST_STAKE,
  severityOf,
  sumOf,
  usualWeek,
  window,
} from './company-facts.ts'
import { owedOn } from './debt-fact.ts'
import { count, type Finding, money, share } from './finding.ts'

/** Weeks that pass before what is owed is usual, and how many are usual. */
const [RECENT, BEFORE] = [4, 8]
/** Half as much again, and a quarter more than the sales explain. */
const [GREW, MORE_THAN_SALES] = [1.5, 1.25]
/** Of a usual week's sales. */
const LEAST_SHARE = 0.2

/**
 * What customers owe together: half as much again as the median of eight week-ends that are a month old and more than any
 * of them, faster than the sales grow, and by a fifth of a usual week's sales.
 */
export function debtsGrowing(facts: CompanyFacts): Finding[] {
  const days = 7 * (RECENT + BEFORE)
  if (facts.debts.length === 0 || firstSale(facts) > addDays(facts.today, -days)) return []
  const owedAt = (day: FiscalDay) => facts.debts.reduce((sum, debt) => sum + owedOn(debt, day), 0)
  const weeks = Array.from({ length: BEFORE }, (_, week) =>
    owedAt(addDays(facts.today, -1 - 7 * (RECENT + week))),
  )
  const [now, usual] = [owedAt(facts.today), median(weeks)]
  if (usual <= 0 || now < usual * GREW || now <= Math.max(...weeks)) return []
  if (now - usual < Math.max(LEAST_STAKE, usualWeek(facts) * LEAST_SHARE)) return []
  const sold = (back: number, length: number) =>
    sumOf(facts, window(facts, back, 7 * length), ({ gross }) => gross) / length
  const salesGrew = sold(1, RECENT) / Math.max(1, sold(1 + 7 * RECENT, BEFORE))
  if (now / usual < salesGrew * MORE_THAN_SALES) return []
  const customers = new Set(
    facts.debts.filter((debt) => owedOn(debt, facts.today) > 0).map(({ customer }) => customer),
  )
  return [
    {
      id: findingId(facts, 'debts-growing'),
      rule: 'debts-growing',
      type: 'health',
      confidence: now >= usual * 2 ? 'high' : 'medium',
      severity: severityOf(facts, now - usual),
      period: { from: addDays(facts.today, -days), to: facts.today },
      figures: [
        money('now', now),
        money('usual', usual),
        money('difference', now - usual),
        share('percent', now / usual - 1),
        count('count', customers.size),
      ],
      subject: '',
      records: { page: 'debts' },
    },
  ]
}
