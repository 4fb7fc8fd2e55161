import { addDays, DAY_MS, earlierDay, type FiscalDay, parseFiscalDay } from '../calendar/east-africa.ts'
import { type DayRange, presetRange } from '../calendar/period-presets.ts'
import { FISCAL_PAYMENT_TYPES, type FiscalPaymentType } from '../fiscal/fiscal-receipt.ts'
import { type Cents, toCents, ZERO_CENTS } from '../money/cents.ts'
import { TAX_LETTERS, type TaxLetter } from '../tax/tax-type.ts'
import { type AggregateFigures, type AggregateRow, addFigures, ZERO_FIGURES } from './aggregate.ts'

/** Longer periods are listed by month: a list of a hundred days is too long to read. */
const MOST_LISTED_DAYS = 62

/** One line of the list: a day, or the part of a month that is in the period. */
export type ReportPart = DayRange & { readonly figures: AggregateFigures }

/**
 * What a company sold in a period (spec §1, §9). Gross is the authority's: canceled and refunded amounts are
 * separate.
 */
export type SalesReport = {
  readonly range: DayRange
  readonly total: AggregateFigures
  readonly by: 'day' | 'month'
  /** Newest first; days and months in which nothing happened are left out. */
  readonly parts: readonly ReportPart[]
}

/** Number of days of a range, both ends included. */
export function daysIn({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

function lastOfMonth(month: string): FiscalDay {
  const first = parseFiscalDay(`${month}-01`)
  if (first === undefined) throw new RangeError(`no month: ${month}`)
  return presetRange('this-month', first).to
}

function partRange(period: string, by: SalesReport['by'], range: DayRange): DayRange {
  const first = parseFiscalDay(by === 'day' ? period : `${period}-01`)
  if (first === undefined) throw new RangeError(`no period: ${period}`)
  if (by === 'day') return { from: first, to: first }
  const isFirstMonth = period === range.from.slice(0, 7)
  return { from: isFirstMonth ? range.from : first, to: earlierDay(lastOfMonth(period), range.to) }
}

/** The report of a period from the stored totals of its days; rows of other kinds and days are not counted. */
export function salesReport(range: DayRange, rows: readonly AggregateRow[]): SalesReport {
  const by = daysIn(range) > MOST_LISTED_DAYS ? 'month' : 'day'
  const sums = new Map<string, AggregateFigures>()
  let total = ZERO_FIGURES
  for (const { kind, period, figures } of rows) {
    if (kind !== 'day' || period < range.from || period > range.to) continue
    const name = by === 'day' ? period : period.slice(0, 7)
    total = addFigures(total, figures)
    sums.set(name, addFigures(sums.get(name) ?? ZERO_FIGURES, figures))
  }
  const parts = [...sums]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([name, figures]) => ({ ...partRange(name, by, range), figures }))
  return { range, total, by, parts }
}

/** Sales under one tax letter: without tax, the tax, and both. */
export type LetterSales = {
  readonly letter: TaxLetter
  readonly net: Cents
  readonly tax: Cents
  readonly gross: Cents
}

/** The letters that occurred, in the authority's order. */
export function salesByLetter({ perLetter }: Pick<AggregateFigures, 'perLetter'>): LetterSales[] {
  return TAX_LETTERS.flatMap((letter) => {
    const sales = perLetter[letter]
    return sales ? [{ letter, ...sales, gross: toCents(sales.net + sales.tax) }] : []
  })
}

/** The payment types that occurred, in the authority's order. */
export function salesByPayment({
  perPayment,
}: Pick<AggregateFigures, 'perPayment'>): { readonly type: FiscalPaymentType; readonly amount: Cents }[] {
  return FISCAL_PAYMENT_TYPES.map((type) => ({ type, amount: perPayment[type] ?? ZERO_CENTS })).filter(
    ({ amount }) => amount !== 0,
  )
}

function isWhole(preset: 'this-month' | 'this-year', range: DayRange): boolean {
  const whole = presetRange(preset, range.from)
  return whole.from === range.from && whole.to === range.to
}

function wholeBefore(range: DayRange): DayRange {
  if (isWhole('this-month', range)) return presetRange('last-month', range.from)
  if (isWhole('this-year', range)) return presetRange('last-year', range.from)
  const days = daysIn(range)
  return { from: addDays(range.from, -days), to: addDays(range.from, -1) }
}

/**
 * The period that a report is compared with: the month before a month, the year before a year, else as many days
 * before. Of a current period only as many days are compared as have passed. `undefined` when it has not begun.
 */
export function comparedRange(range: DayRange, today: FiscalDay): DayRange | undefined {
  if (range.from > today) return undefined
  const before = wholeBefore(range)
  if (range.to <= today) return before
  const sameLength = addDays(before.from, daysIn({ from: range.from, to: today }) - 1)
  return { from: before.from, to: earlierDay(sameLength, before.to) }
}

/** How much more (or less) than before, in whole percent; `undefined` when there was nothing before. */
export function percentChange(now: Cents, before: Cents): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 100)
}
