import { addDays, type FiscalDay } from '../calendar/east-africa.ts'
import type { DayRange } from '../calendar/period-presets.ts'
import { type AggregateFigures, type AggregateRow, ZERO_FIGURES } from '../reports/aggregate.ts'
import { median } from './baseline.ts'
import type { CashCount } from './cash-count.ts'
import type { DebtFact } from './debt-fact.ts'
import type { Confidence, Finding, FindingRule } from './finding.ts'
import { monthBefore, monthOf, rangeOfMonth } from './months.ts'

/** What a rule needs of an expense; amounts in cents. Canceled expenses are left out. */
export type ExpenseFact = {
  readonly day: FiscalDay
  /** Its own category, or the built-in one. */
  readonly category: string
  readonly total: number
  readonly vat: number
  /** The authority has the receipt with this amount. */
  readonly proven: boolean
}

/** Everything that the rules look at: totals and expenses of a company, up to `today`. */
export type CompanyFacts = {
  readonly today: FiscalDay
  readonly vatRegistered: boolean
  readonly days: ReadonlyMap<string, AggregateFigures>
  readonly products: readonly AggregateRow[]
  readonly customers: readonly AggregateRow[]
  readonly expenses: readonly ExpenseFact[]
  /** Sales on credit since `earliestDay`, paid or not. */
  readonly debts: readonly DebtFact[]
  /** The newest count of each drawer and day: those of this phone, on a server those of all phones. */
  readonly cashCounts: readonly CashCount[]
  /** Gross of the 24 hours of recent days, in cents, added up from the invoices. */
  readonly hours: ReadonlyMap<string, readonly number[]>
}

/** Earliest day whose totals the rules read, for a given today: seven months before this one. */
export function earliestDay(today: FiscalDay): FiscalDay {
  return rangeOfMonth(monthBefore(monthOf(today), 7)).from
}

/** The days whose sales by the hour are compared: ten weeks up to yesterday. */
export function daysOfHours(today: FiscalDay): DayRange {
  return { from: addDays(today, -70), to: addDays(today, -1) }
}

/** Smaller amounts are no finding: Tsh 10,000, in cents. */
export const LEAST_STAKE = 1_000_000

export function figuresOn({ days }: CompanyFacts, day: FiscalDay): AggregateFigures {
  return days.get(day) ?? ZERO_FIGURES
}

/** The days of a range, in order. */
export function daysOf({ from, to }: DayRange): FiscalDay[] {
  const days: FiscalDay[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** `length` days that end `back` days before today. The day of today is not complete, so `back` is at least 1. */
export function window(facts: CompanyFacts, back: number, length: number): DayRange {
  const to = addDays(facts.today, -back)
  return { from: addDays(to, 1 - length), to }
}

/** A sum over the days of a range. */
export function sumOf(
  facts: CompanyFacts,
  range: DayRange,
  pick: (figures: AggregateFigures) => number,
): number {
  return daysOf(range).reduce((sum, day) => sum + pick(figuresOn(facts, day)), 0)
}

/** The first day with a sale; before it the company did not use Risiti and nothing can be compared. */
export function firstSale({ days, today }: CompanyFacts): string {
  let first: string = today
  for (const [day, { count }] of days) if (count > 0 && day < first) first = day
  return first
}

/** Whether the company sold in this month from its first week on: else the month cannot be compared. */
export function soldSince(facts: CompanyFacts, month: string): boolean {
  return firstSale(facts) <= addDays(rangeOfMonth(month).from, 6)
}

/** Gross of a usual week: the median of the last eight. In cents, at least 1. */
export function usualWeek(facts: CompanyFacts): number {
  const weeks = Array.from({ length: 8 }, (_, week) =>
    sumOf(facts, window(facts, 1 + 7 * week, 7), ({ gross }) => gross),
  )
  return Math.max(1, median(weeks))
}

/** 0 to 100: the money at stake in percent of a usual week's gross. */
export function severityOf(facts: CompanyFacts, stake: number): number {
  return Math.min(100, Math.round((100 * Math.abs(stake)) / usualWeek(facts)))
}

/** How far a figure is from usual decides the confidence: in robust standard deviations. */
export function confidenceOf(score: number): Confidence {
  if (Math.abs(score) >= 6) return 'high'
  return Math.abs(score) >= 4.5 ? 'medium' : 'low'
}

/** An answer of a person holds for the rest of the month. */
export function findingId(
  { today }: Pick<CompanyFacts, 'today'>,
  rule: FindingRule,
  subject = '',
): Finding['id'] {
  return `${rule}:${subject}:${today.slice(0, 7)}`
}
