import { median } from './baseline.ts'
import { type CompanyFacts, findingId, LEAST_STAKE, severityOf } from './company-facts.ts'
import type { Candidate, Comparisons } from './false-discovery.ts'
import { count, type Finding, money } from './finding.ts'
import { monthBefore, monthOf, monthsBefore, progressOfMonth, rangeOfMonth } from './months.ts'

/** A silence in which fewer purchases were to be expected may be chance. */
const EXPECTED = 6
const MONTHS = 5

/**
 * A saved customer who bought in at least four of five months, and not once in the last month and in this one, in
 * which at least six purchases were usual.
 */
export function customerStopped(facts: CompanyFacts): Comparisons {
  const current = monthOf(facts.today)
  const last = monthBefore(current, 1)
  const months = monthsBefore(last, MONTHS)
  const { passed, days } = progressOfMonth(facts.today)
  const rows = new Map(facts.customers.map((row) => [`${row.period} ${row.key}`, row.figures]))
  const keys = new Set(facts.customers.map(({ key }) => key).filter((key) => key !== ''))
  let compared = 0
  const found = [...keys].flatMap((key): Candidate[] => {
    const bought = (month: string) => rows.get(`${month} ${key}`)?.count ?? 0
    const counts = months.map(bought)
    const usual = median(months.map((month) => rows.get(`${month} ${key}`)?.gross ?? 0))
    if (usual < LEAST_STAKE || counts.filter((times) => times > 0).length < MONTHS - 1) return []
    const [usualCount, silent] = [median(counts), 1 + passed / days]
    if (usualCount * silent < EXPECTED) return []
    compared += 1
    if (bought(current) > 0 || bought(last) > 0 || bought(monthBefore(last, 1)) === 0) return []
    const finding: Finding = {
      id: findingId(facts, 'customer-stopped', key),
      rule: 'customer-stopped',
      type: 'health',
      confidence: usualCount >= 2 * EXPECTED ? 'high' : 'medium',
      severity: severityOf(facts, usual),
      period: { from: rangeOfMonth(last).from, to: facts.today },
      figures: [count('usualCount', usualCount), money('usual', usual)],
      subject: key,
      records: { page: 'customer', id: key },
    }
    // None of the purchases is in the silent part of the time, where each could as well be.
    const all = counts.reduce((sum, times) => sum + times, 0)
    return [{ finding, chance: (MONTHS / (MONTHS + silent)) ** all }]
  })
  return { compared, found }
}
