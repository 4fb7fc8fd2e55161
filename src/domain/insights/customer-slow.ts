import { DAY_MS, type FiscalDay } from '../calendar/east-africa.ts'
import { groupBy } from '../group-by.ts'
import { median, robustSpread } from './baseline.ts'
import { chanceOfAtLeast, chanceOfMore, MANY } from './chance.ts'
import { type CompanyFacts, findingId, LEAST_STAKE, severityOf } from './company-facts.ts'
import { type DebtFact, owedOn, paidOn } from './debt-fact.ts'
import type { Candidate, Comparisons } from './false-discovery.ts'
import { count, type Finding, money } from './finding.ts'

/** With fewer paid before, it is not known when this customer usually pays. */
const LEAST_PAID = 3
/** Late is twice the usual time, and a week more than usual. */
const [TIMES, DAYS_MORE] = [2, 7]
/** The time until people pay varies by a factor: less than this is chance. */
const LEAST_SPREAD = 0.4
const LEAST_FREEDOM = 8

function daysBetween(from: FiscalDay, to: FiscalDay): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** How much longer than usual, as a logarithm: who pays after 20 days instead of 10 is as late as 40 instead of 20. */
function lateness(days: number, usual: number): number {
  return Math.log((days + 1) / (usual + 1))
}

type Payer = {
  readonly customer: string
  readonly debts: readonly DebtFact[]
  /** Days until each paid debt was paid. */
  readonly delays: readonly number[]
  readonly usual: number
}

function payersOf({ debts }: CompanyFacts): Payer[] {
  const saved = debts.filter(({ customer }) => customer !== '')
  return [...groupBy(saved, ({ customer }) => customer)].flatMap(([customer, own]) => {
    const delays = own.flatMap((debt) => {
      const paid = paidOn(debt)
      return paid === undefined ? [] : [Math.max(0, daysBetween(debt.day, paid))]
    })
    return delays.length < LEAST_PAID ? [] : [{ customer, debts: own, delays, usual: median(delays) }]
  })
}

/**
 * A saved customer who owes for longer than usual: at least twice the median time of three or more debts that were paid,
 * a week more than that, and Tsh 10,000.
 */
export function customerSlow(facts: CompanyFacts): Comparisons {
  const { today } = facts
  const payers = payersOf(facts)
  const varying = payers.flatMap(({ delays, usual }) => delays.map((days) => lateness(days, usual)))
  const spread = Math.max(robustSpread(varying), LEAST_SPREAD)
  // The median distance is as certain as about a third of the values; the least spread is as certain as some more.
  const freedom = Math.min(MANY, LEAST_FREEDOM + Math.round(varying.length / 3))
  const owing = payers.filter(({ debts }) => debts.some((debt) => owedOn(debt, today) > 0))
  const found = owing.flatMap(({ customer, debts, delays, usual }): Candidate[] => {
    const late = debts.filter((debt) => {
      const days = daysBetween(debt.day, today)
      return owedOn(debt, today) > 0 && days >= Math.max(TIMES * usual, usual + DAYS_MORE)
    })
    const owed = late.reduce((sum, debt) => sum + owedOn(debt, today), 0)
    const oldest = late.map(({ day }) => day).sort()[0]
    if (oldest === undefined || owed < LEAST_STAKE) return []
    const days = daysBetween(oldest, today)
    const finding: Finding = {
      id: findingId(facts, 'customer-slow', customer),
      rule: 'customer-slow',
      type: 'health',
      confidence: late.length > 1 && delays.length > LEAST_PAID ? 'high' : 'medium',
      severity: severityOf(facts, owed),
      period: { from: oldest, to: today },
      figures: [
        money('now', owed),
        count('count', late.length),
        count('days', days),
        count('usualDays', usual),
      ],
      subject: customer,
      records: { page: 'customer', id: customer },
    }
    // Any of the debts made since could be late: one of them very late, or many of them a little.
    const since = debts.filter(({ day }) => day >= oldest).length
    const chanceOf = (number: number, least: number) => {
      const score = lateness(least, usual) / (spread * Math.sqrt(1 + 1.6 / delays.length))
      return chanceOfAtLeast(number, since, chanceOfMore(score, freedom))
    }
    const youngest = Math.min(...late.map(({ day }) => daysBetween(day, today)))
    return [
      { finding, chance: Math.min(1, 2 * Math.min(chanceOf(1, days), chanceOf(late.length, youngest))) },
    ]
  })
  return { compared: owing.length, found }
}
