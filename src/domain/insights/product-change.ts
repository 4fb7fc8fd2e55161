import { median } from './baseline.ts'
import { chanceOfScore, MANY } from './chance.ts'
import {
  type CompanyFacts,
  confidenceOf,
  findingId,
  LEAST_STAKE,
  severityOf,
  soldSince,
} from './company-facts.ts'
import { type Candidate, type Comparisons, NOTHING_COMPARED } from './false-discovery.ts'
import { count, type Finding, money, share } from './finding.ts'
import { judgedMonth, monthsBefore } from './months.ts'

const MONTHS = 3
/** Sales of one product come in bunches: more spread than independent sales would have. */
const BUNCHES = 1.4
const OUT_OF_LINE_COUNT = 3.2
/** The median of three months varies as well: by this part of what one month does. */
const SPREAD_OF_USUAL = 0.45

/** Chance of a count when `usual` is expected. Roots of counts vary alike, whether they are small or large. */
function chanceOfCount(now: number, usual: number, part: number): number {
  const distance = 2 * (Math.sqrt(now + 0.375) - Math.sqrt(usual + 0.375))
  return chanceOfScore(distance / (BUNCHES * Math.sqrt(1 + SPREAD_OF_USUAL * part)), MANY)
}

/**
 * Products that sell 30 % less or more often than the median of the three months before, by a count that chance does
 * not explain, and by Tsh 10,000.
 */
export function productChange(facts: CompanyFacts): Comparisons {
  const { month, part, range } = judgedMonth(facts.today)
  const months = monthsBefore(month, MONTHS)
  const earliest = months.at(-1)
  if (earliest === undefined || !soldSince(facts, earliest)) return NOTHING_COMPARED
  const rows = new Map(facts.products.map((row) => [`${row.period} ${row.key}`, row.figures]))
  const keys = new Set(facts.products.map(({ key }) => key).filter((key) => key !== ''))
  let compared = 0
  const found = [...keys].flatMap((key): Candidate[] => {
    const past = months.map((name) => rows.get(`${name} ${key}`))
    const current = rows.get(`${month} ${key}`)
    const usualCount = median(past.map((figures) => figures?.count ?? 0)) * part
    const usual = median(past.map((figures) => figures?.gross ?? 0)) * part
    const nowCount = current?.count ?? 0
    const now = current?.gross ?? 0
    if (usualCount < 1) return []
    compared += 1
    const score = (nowCount - usualCount) / (BUNCHES * Math.sqrt(usualCount))
    const difference = now - usual
    if (Math.abs(score) < OUT_OF_LINE_COUNT || Math.abs(nowCount - usualCount) < usualCount * 0.3) return []
    if (Math.sign(difference) !== Math.sign(score) || Math.abs(difference) < LEAST_STAKE) return []
    const rule = score < 0 ? 'product-falling' : 'product-rising'
    const finding: Finding = {
      id: findingId(facts, rule, key),
      rule,
      type: 'sales',
      confidence: confidenceOf(score),
      severity: score < 0 ? severityOf(facts, difference) : 5,
      period: range,
      figures: [
        count('count', nowCount),
        count('usualCount', usualCount),
        money('now', now),
        money('usual', usual),
        money('difference', Math.abs(difference)),
        share('percent', Math.abs(nowCount - usualCount) / usualCount),
      ],
      subject: key,
      records: { page: 'products', id: key },
    }
    return [{ finding, chance: chanceOfCount(nowCount, usualCount, part) }]
  })
  return { compared, found }
}
