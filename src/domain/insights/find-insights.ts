import type { CompanyFacts } from './company-facts.ts'
import { customerStopped } from './customer-stopped.ts'
import { daysWithoutSales } from './days-without-sales.ts'
import { discountsHigh } from './discounts-high.ts'
import { type Finding, INSIGHT_TYPES } from './finding.ts'
import { productChange } from './product-change.ts'
import { refundsHigh } from './refunds-high.ts'
import { salesTrend } from './sales-trend.ts'
import { categoryJump, spendingOverSales } from './spending.ts'
import { unprovenVat, vatDue, vatRising } from './vat.ts'
import { weekdayDown } from './weekday-down.ts'

/** Computes findings from the facts of a company. No finding is a good result. */
const RULES: readonly ((facts: CompanyFacts) => Finding[])[] = [
  salesTrend,
  weekdayDown,
  daysWithoutSales,
  productChange,
  refundsHigh,
  discountsHigh,
  customerStopped,
  categoryJump,
  spendingOverSales,
  vatDue,
  vatRising,
  unprovenVat,
]

const MOST_OF_A_TYPE = 5

/** Everything the rules find, the most severe first, at most five of a type. */
export function findInsights(facts: CompanyFacts): Finding[] {
  const all = RULES.flatMap((rule) => rule(facts)).sort(
    (a, b) => b.severity - a.severity || (a.id < b.id ? -1 : 1),
  )
  const kept = new Set(
    INSIGHT_TYPES.flatMap((type) => all.filter((finding) => finding.type === type).slice(0, MOST_OF_A_TYPE)),
  )
  return all.filter((finding) => kept.has(finding))
}
