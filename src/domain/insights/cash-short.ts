import { groupBy } from '../group-by.ts'
import { drawerKeys, drawerNames } from '../reports/drawer-owner.ts'
import type { CashCount } from './cash-count.ts'
import { chanceOfAtLeast } from './chance.ts'
import { type CompanyFacts, findingId, LEAST_STAKE, severityOf, window } from './company-facts.ts'
import type { Candidate, Comparisons } from './false-discovery.ts'
import { count, type Finding, money, share } from './finding.ts'

const DAYS = 28
const LEAST_COUNTS = 6
/** Change that was miscounted is no shortage: Tsh 500 or half a percent of a day. */
const TOLERANCE = { cents: 50_000, share: 0.005 }
/** So often short that it is no mistake of a day, and so much of the cash that it matters. */
const [MOST_DAYS, LEAST_SHARE] = [2 / 3, 0.02]

function isShort({ expected, difference }: CashCount): boolean {
  return -difference > Math.max(TOLERANCE.cents, expected * TOLERANCE.share)
}

/**
 * A drawer that is counted and holds less than expected on most days of four weeks: at least six counts, 2 % of the cash
 * and Tsh 10,000 missing.
 */
export function cashShort(facts: CompanyFacts): Comparisons {
  const period = window(facts, 0, DAYS)
  const lately = facts.cashCounts.filter(({ day }) => day >= period.from && day <= period.to)
  const names = drawerNames(lately)
  const drawers = [...groupBy(lately, drawerKeys(lately))].filter(
    ([, counts]) => counts.length >= LEAST_COUNTS,
  )
  const found = drawers.flatMap(([key, counts]): Candidate[] => {
    const operator = names.get(key) ?? ''
    const expected = counts.reduce((sum, each) => sum + each.expected, 0)
    const missing = -counts.reduce((sum, each) => sum + each.difference, 0)
    const short = counts.filter(isShort).length
    if (short < counts.length * MOST_DAYS) return []
    if (missing < Math.max(LEAST_STAKE, expected * LEAST_SHARE)) return []
    const finding: Finding = {
      id: findingId(facts, 'cash-short', operator),
      rule: 'cash-short',
      type: 'health',
      confidence: short >= 10 ? 'high' : 'medium',
      severity: severityOf(facts, missing),
      period,
      figures: [
        money('now', expected - missing),
        money('usual', expected),
        money('difference', missing),
        share('share', missing / Math.max(1, expected)),
        count('count', short),
        count('days', counts.length),
      ],
      subject: operator,
      records: { page: 'sales', range: period },
    }
    // A mistake is as likely the one way as the other.
    return [{ finding, chance: chanceOfAtLeast(short, counts.length, 1 / 2) }]
  })
  return { compared: drawers.length, found }
}
