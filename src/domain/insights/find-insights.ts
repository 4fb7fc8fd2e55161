import { cashShort } from './cash-short.ts'
import type { CompanyFacts } from './company-facts.ts'
import { customerSlow } from './customer-slow.ts'
import { customerStopped } from './customer-stopped.ts'
import { daysWithoutSales } from './days-without-sales.ts'
import { debtsGrowing } from './debts-growing.ts'
import { discountsHigh } from './discounts-high.ts'
import { type Comparisons, trueDiscoveries } from './false-discovery.ts'
import { type Finding, INSIGHT_TYPES } from './finding.ts'
import { productChange } from './product-change.ts'
import { refundsHigh } from './refunds-high.ts'
import { salesTrend } from './sales-trend.ts'
import { categoryJump, spendingOverSales } from './spending.ts'
import { strangeHours } from './strange-hours.ts'
import { unusualDay } from './unusual-day.ts'
import { unusualHours } from './unusual-hours.ts'
import { unprovenVat, vatDue, vatRising } from './vat.ts'
import { weekdayDown } from './weekday-down.ts'

/** Rules that compare with what is usual: what they find may be chance. */
const COMPARING_RULES: readonly ((facts: CompanyFacts) => Comparisons)[] = [
  salesTrend,
  weekdayDown,
  unusualDay,
  unusualHours,
  daysWithoutSales,
  productChange,
  refundsHigh,
  discountsHigh,
  customerStopped,
  customerSlow,
  cashShort,
  categoryJump,
]

/** Rules that say a sum of the records as it is, once for a company. */
const RULES_OF_SUMS: readonly ((facts: CompanyFacts) => Finding[])[] = [
  strangeHours,
  debtsGrowing,
  spendingOverSales,
  vatDue,
  vatRising,
  unprovenVat,
]

const MOST_OF_A_TYPE = 5

/** What the rules find and chance does not explain, the most severe first, at most five of a type. None is a good result. */
export function findInsights(facts: CompanyFacts): Finding[] {
  const all = [
    ...trueDiscoveries(COMPARING_RULES.map((rule) => rule(facts))),
    ...RULES_OF_SUMS.flatMap((rule) => rule(facts)),
  ].sort((a, b) => b.severity - a.severity || (a.id < b.id ? -1 : 1))
  const kept = new Set(
    INSIGHT_TYPES.flatMap((type) => all.filter((finding) => finding.type === type).slice(0, MOST_OF_A_TYPE)),
  )
  return all.filter((finding) => kept.has(finding))
}
