import { median } from './baseline.ts'
import {
  type CompanyFacts,
  confidenceOf,
  findingId,
  LEAST_STAKE,
  severityOf,
  soldSince,
} from './company-facts.ts'
import { count, type Finding, money, share } from './finding.ts'
import { judgedMonth, monthsBefore } from './months.ts'

const MONTHS = 3
/** Sales of one product come in bunches: more spread than independent sales would have. */
const BUNCHES = 1.4
const OUT_OF_LINE_COUNT = 3.2

/**
 * Products that sell 30 % less or more often than the median of the three months before, by a count that chance does
 * not explain, and by Tsh 10,000.
 */
export function productChange(facts: CompanyFacts): Finding[] {
  const { month, part, range } = judgedMonth(facts.today)
  const months = monthsBefore(month, MONTHS)
  const earliest = months.at(-1)
  if (earliest === undefined || !soldSince(facts, earliest)) return []
  const rows = new Map(facts.products.map((row) => [`${row.period} ${row.key}`, row.figures]))
  const keys = new Set(facts.products.map(({ key }) => key).filter((key) => key !== ''))
  return [...keys].flatMap((key): Finding[] => {
    const past = months.map((name) => rows.get(`${name} ${key}`))
    const current = rows.get(`${month} ${key}`)
    const usualCount = median(past.map((figures) => figures?.count ?? 0)) * part
    const usual = median(past.map((figures) => figures?.gross ?? 0)) * part
    const nowCount = current?.count ?? 0
    const now = current?.gross ?? 0
    if (usualCount < 1) return []
    const score = (nowCount - usualCount) / (BUNCHES * Math.sqrt(usualCount))
    const difference = now - usual
    if (Math.abs(score) < OUT_OF_LINE_COUNT || Math.abs(nowCount - usualCount) < usualCount * 0.3) return []
    if (Math.sign(difference) !== Math.sign(score) || Math.abs(difference) < LEAST_STAKE) return []
    const rule = score < 0 ? 'product-falling' : 'product-rising'
    return [
      {
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
      },
    ]
  })
}
