import type { DayRange } from '../calendar/period-presets.ts'

/** Spec §4: what an insight is about. */
export const INSIGHT_TYPES = ['sales', 'expenses', 'tax', 'health'] as const
export type InsightType = (typeof INSIGHT_TYPES)[number]

export const CONFIDENCES = ['high', 'medium', 'low'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** Each rule finds one thing, so that it has one sentence and one recommended action. */
export const FINDING_RULES = [
  'sales-falling',
  'sales-rising',
  'weekday-down',
  'day-down',
  'day-rising',
  'hours-down',
  'hours-rising',
  'hours-strange',
  'days-without-sales',
  'product-falling',
  'product-rising',
  'refunds-high',
  'discounts-high',
  'customer-stopped',
  'customer-slow',
  'debts-growing',
  'cash-short',
  'spending-over-sales',
  'category-jump',
  'vat-due',
  'vat-rising',
  'unproven-vat',
] as const
export type FindingRule = (typeof FINDING_RULES)[number]

/** The names of the figures that prove a finding. */
export const FIGURE_NAMES = [
  'now',
  'usual',
  'difference',
  'percent',
  'days',
  'count',
  'usualCount',
  'share',
  'usualShare',
  'outputVat',
  'inputVat',
  'due',
  'before',
  'usualDays',
] as const
export type FigureName = (typeof FIGURE_NAMES)[number]

/** `cents` of Tanzanian shillings, `tenths` of a percent. */
export const FIGURE_UNITS = ['cents', 'count', 'tenths'] as const
export type Figure = {
  readonly name: FigureName
  readonly unit: (typeof FIGURE_UNITS)[number]
  /** A whole number. */
  readonly value: number
}

/** Where the records behind the figures are. */
export type FindingRecords =
  | { readonly page: 'sales' | 'invoices' | 'expense-report'; readonly range: DayRange }
  | { readonly page: 'products' | 'customer'; readonly id: string }
  | { readonly page: 'debts' }

/** An insight as a rule finds it (spec §3). The recommended action follows from the rule. */
export type Finding = {
  /** Rule, subject and month: the same while the answer of a person should hold. */
  readonly id: string
  readonly rule: FindingRule
  readonly type: InsightType
  readonly confidence: Confidence
  /** 0 to 100: the money at stake against a usual week's sales. */
  readonly severity: number
  readonly period: DayRange
  readonly figures: readonly Figure[]
  /** A weekday (`0` is Monday), a day, hours (`17-19`, both included), a product, a customer, a category or the name of an operator; empty for the whole company. */
  readonly subject: string
  readonly records: FindingRecords
}

/** The value of a figure of a finding; 0 when the finding has no such figure. */
export function figureOf({ figures }: Pick<Finding, 'figures'>, name: FigureName): number {
  return figures.find((figure) => figure.name === name)?.value ?? 0
}

/** An amount, in cents. */
export function money(name: FigureName, cents: number): Figure {
  return { name, unit: 'cents', value: Math.round(cents) }
}

/** A number of things. */
export function count(name: FigureName, value: number): Figure {
  return { name, unit: 'count', value: Math.round(value) }
}

/** A part of a whole, from 0 to 1, as a percent with one decimal. */
export function share(name: FigureName, part: number): Figure {
  return { name, unit: 'tenths', value: Math.round(part * 1000) }
}
