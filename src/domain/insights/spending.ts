import { median, OUT_OF_LINE, robustSpread } from './baseline.ts'
import { chanceOfMore } from './chance.ts'
import {
  type CompanyFacts,
  confidenceOf,
  findingId,
  LEAST_STAKE,
  severityOf,
  sumOf,
} from './company-facts.ts'
import type { Candidate, Comparisons } from './false-discovery.ts'
import { type Finding, money, share } from './finding.ts'
import { monthBefore, monthOf, monthsBefore, rangeOfMonth } from './months.ts'

const MONTHS = 6

/** Spread of a few months: by their distances, and by their range, because six distances alone can be small by chance. */
function spreadOf(past: readonly number[]): number {
  const range = Math.max(...past) - Math.min(...past)
  return Math.max(robustSpread(past), range / 2.5, median(past) * 0.15)
}

/** What was spent in a month, in one category or in all; each expense is looked at once, however many are asked for. */
function spending({ expenses }: CompanyFacts): (month: string, category?: string) => number {
  const sums = new Map<string, number>()
  const add = (key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
  for (const { day, category, total } of expenses) {
    const month = monthOf(day)
    add(month, total)
    add(`${month} ${category}`, total)
  }
  return (month, category) => sums.get(category === undefined ? month : `${month} ${category}`) ?? 0
}

/**
 * A category out of line: half as much again as the median of six months with at least four that have it, and Tsh
 * 10,000. This month is judged as soon as it is already too much, else the last one.
 */
export function categoryJump(facts: CompanyFacts): Comparisons {
  const current = monthOf(facts.today)
  const spent = spending(facts)
  const categories = new Set(facts.expenses.map(({ category }) => category))
  let compared = 0
  const found = [...categories].flatMap((category): Candidate[] => {
    for (const month of [current, monthBefore(current, 1)]) {
      const past = monthsBefore(month, MONTHS).map((name) => spent(name, category))
      const [now, usual] = [spent(month, category), median(past)]
      const score = (now - usual) / Math.max(1, spreadOf(past))
      if (usual === 0 || past.filter((amount) => amount > 0).length < 4) continue
      compared += 1
      if (score < OUT_OF_LINE || now - usual < Math.max(LEAST_STAKE, usual * 0.5)) continue
      const range = rangeOfMonth(month)
      const finding: Finding = {
        id: findingId(facts, 'category-jump', category),
        rule: 'category-jump',
        type: 'expenses',
        confidence: confidenceOf(score),
        severity: severityOf(facts, now - usual),
        period: range,
        figures: [
          money('now', now),
          money('usual', usual),
          money('difference', now - usual),
          share('percent', now / usual - 1),
        ],
        subject: category,
        records: { page: 'expense-report', range },
      }
      return [{ finding, chance: chanceOfMore(score, MONTHS - 1) }]
    }
    return []
  })
  return { compared, found }
}

/** Last month the company recorded more expenses than sales, by Tsh 10,000, and not so the month before. */
export function spendingOverSales(facts: CompanyFacts): Finding[] {
  const last = monthBefore(monthOf(facts.today), 1)
  const spent = spending(facts)
  const amounts = (month: string) => {
    const sold = sumOf(facts, rangeOfMonth(month), ({ gross, refundedGross, canceledGross }) => {
      return gross - refundedGross - canceledGross
    })
    return { sold, cost: spent(month) }
  }
  const [now, before] = [amounts(last), amounts(monthBefore(last, 1))]
  const over = now.cost - now.sold
  if (now.sold <= 0 || over < LEAST_STAKE || before.cost > before.sold) return []
  const range = rangeOfMonth(last)
  return [
    {
      id: findingId(facts, 'spending-over-sales'),
      rule: 'spending-over-sales',
      type: 'health',
      confidence: 'medium',
      severity: severityOf(facts, over),
      period: range,
      figures: [money('now', now.cost), money('usual', now.sold), money('difference', over)],
      subject: '',
      records: { page: 'expense-report', range },
    },
  ]
}
