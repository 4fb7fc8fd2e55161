import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CATEGORY_NAMES } from '#blocks/expense-category/category-names.ts'
import { WEEKDAY_NAMES } from '#blocks/report/weekday-names.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { EXPENSE_CATEGORIES } from '#domain/expenses/expense.ts'
import {
  type Figure,
  type FigureName,
  type FindingRule,
  figureOf,
  type InsightType,
} from '#domain/insights/finding.ts'
import { publicHolidayOn } from '#domain/insights/public-holidays.ts'
import { toCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HOLIDAY_NAMES } from './holiday-names.ts'
import type { NamedFinding } from './use-insights.ts'

/** What an insight is about. */
export const INSIGHT_TYPE_NAMES: Record<InsightType, MessageDescriptor> = {
  sales: msg({ context: 'insight', message: 'Sales' }),
  expenses: msg({ context: 'insight', message: 'Expenses' }),
  tax: msg({ context: 'insight', message: 'Tax' }),
  health: msg({ context: 'insight', message: 'Health of the business' }),
}

/** What a finding says, and what to do about it. */
export type FindingWords = { readonly sentence: string; readonly action: string }

/** A figure as people read it: `Tsh 12,500`, `12.5%`, `3`. */
export function figureText({ unit, value }: Pick<Figure, 'unit' | 'value'>): string {
  if (unit === 'cents') return moneyText(toCents(Math.round(value / 100) * 100))
  return unit === 'tenths' ? `${value / 10}%` : String(value)
}

/** Hours as on a clock, from the first to the end of the last: `17:00–20:00`. */
function hoursText(subject: string): string {
  const [first = 0, last = first] = subject.split('-').map(Number)
  return [first, last + 1].map((hour) => `${String(hour).padStart(2, '0')}:00`).join('–')
}

/** What a finding is about, by name: a weekday, a day, hours, a product, a customer or a category; empty for the whole company. */
export function useSubjectName(): (finding: NamedFinding) => string {
  const { t } = useLingui()
  const translate = useTranslate()
  return ({ rule, subject, name, period }) => {
    if (subject === '') return ''
    const weekday = WEEKDAY_NAMES[Number(subject)]
    if (rule === 'weekday-down') return weekday ? translate(weekday) : ''
    const { from } = period
    if (rule === 'day-down' || rule === 'day-rising') {
      const holiday = publicHolidayOn(from)
      return holiday === undefined ? dayText(from) : `${dayText(from)} (${translate(HOLIDAY_NAMES[holiday])})`
    }
    if (rule === 'hours-down' || rule === 'hours-rising' || rule === 'hours-strange')
      return hoursText(subject)
    const builtIn = EXPENSE_CATEGORIES.find((category) => category === subject)
    return name || (builtIn ? translate(CATEGORY_NAMES[builtIn]) : t`No name`)
  }
}

/** The sentences of findings, with their figures and in the language of the screen. */
export function useFindingWords(): (finding: NamedFinding) => FindingWords {
  const { t } = useLingui()
  const subjectName = useSubjectName()
  return (finding) => {
    const text = (name: FigureName) => {
      const figure = finding.figures.find((one) => one.name === name)
      return figure ? figureText(figure) : ''
    }
    const [now, usual, difference, percent] = [
      text('now'),
      text('usual'),
      text('difference'),
      text('percent'),
    ]
    const [count, usualCount, share, usualShare] = [
      text('count'),
      text('usualCount'),
      text('share'),
      text('usualShare'),
    ]
    const days = figureOf(finding, 'days')
    const name = subjectName(finding)
    const words: Record<FindingRule, () => FindingWords> = {
      'sales-falling': () => ({
        sentence: t`Sales fell by ${percent}: ${now} in ${days} days instead of the usual ${usual}.`,
        action: t`See which days sold less, and ask regular customers what they miss.`,
      }),
      'sales-rising': () => ({
        sentence: t`Sales rose by ${percent}: ${now} in ${days} days instead of the usual ${usual}.`,
        action: t`See what sold well and keep enough of it in stock.`,
      }),
      'weekday-down': () => {
        const day = name
        return {
          sentence: t`${day}: the last 3 sold ${percent} less, ${now} instead of the usual ${usual}.`,
          action: t`Find out what changed on this day: opening hours, staff, a market nearby.`,
        }
      },
      'day-down': () => ({
        sentence: t`${name}: sales of ${now} instead of the usual ${usual} of this weekday, ${percent} less.`,
        action: t`Check that every sale of the day got a receipt: was the shop closed early, or a phone missing?`,
      }),
      'day-rising': () => ({
        sentence: t`${name}: sales of ${now} instead of the usual ${usual} of this weekday, ${percent} more.`,
        action: t`See who bought what, and whether the amounts are right.`,
      }),
      'hours-down': () => ({
        sentence: t`${name}: sales of ${now} in two weeks instead of the usual ${usual}, ${percent} less.`,
        action: t`Check what is different at these hours: closed earlier, or not enough staff?`,
      }),
      'hours-rising': () => ({
        sentence: t`${name}: sales of ${now} in two weeks instead of the usual ${usual}, ${percent} more.`,
        action: t`Have enough staff and goods at these hours.`,
      }),
      'hours-strange': () => ({
        sentence: t`${name}: sales of ${now} on ${days} of 14 days, at hours at which you usually sell nothing.`,
        action: t`Check who sold then, and whether the clocks of your phones are right.`,
      }),
      'days-without-sales': () => ({
        sentence: t`${days} days in two weeks had no sale, where about ${usual} is usual.`,
        action: t`Check that every sale gets a receipt, and that all phones have sent theirs.`,
      }),
      'product-falling': () => ({
        sentence: t`${name} sold ${count} times instead of ${usualCount}: ${difference} less.`,
        action: t`Check whether it is sold out, and compare its price with others.`,
      }),
      'product-rising': () => ({
        sentence: t`${name} sold ${count} times instead of ${usualCount}: ${difference} more.`,
        action: t`Order in time so that it does not run out.`,
      }),
      'refunds-high': () => ({
        sentence: t`Refunds and cancellations: ${count} in 4 weeks, ${now} or ${share} of the sales. Usual is ${usual}.`,
        action: t`Look at who refunded what, and why.`,
      }),
      'discounts-high': () => ({
        sentence: t`Discounts were ${share} of the prices instead of ${usualShare}: ${difference} more in 4 weeks.`,
        action: t`Agree with your staff who may give which discount.`,
      }),
      'customer-stopped': () => ({
        sentence: t`${name} used to buy ${usualCount} times a month for ${usual}, and has stopped.`,
        action: t`Call the customer and ask.`,
      }),
      'customer-slow': () => {
        const usualDays = text('usualDays')
        return {
          sentence: t`${name} usually pays after ${usualDays} days. ${now} is unpaid for up to ${days} days (${count} invoices).`,
          action: t`Call the customer and agree on a day of payment before you sell on credit again.`,
        }
      },
      'debts-growing': () => ({
        sentence: t`Your customers owe you ${now} instead of the usual ${usual}: ${percent} more, from ${count} customers.`,
        action: t`Ask for the oldest debts first, and sell less on credit until they are paid.`,
      }),
      'cash-short': () => ({
        sentence: t`Cash of ${name}: ${difference} less than expected in ${days} counts, ${share} of it. Short ${count} times.`,
        action: t`Count together, and check change, refunds and what was paid from the drawer.`,
      }),
      'spending-over-sales': () => ({
        sentence: t`Last month you spent ${now} and sold ${usual}: ${difference} more went out than came in.`,
        action: t`Look at the largest expenses, and put off what can wait.`,
      }),
      'category-jump': () => ({
        sentence: t`${name}: ${now} in a month instead of the usual ${usual}, ${percent} more.`,
        action: t`Look at the expenses of this category: a double entry, or a new price?`,
      }),
      'vat-due': () => {
        const [due, output, input] = [text('due'), text('outputVat'), text('inputVat')]
        return {
          sentence: t`VAT of last month is about ${due}: ${output} on sales less ${input} proven on expenses. Pay by the 20th.`,
          action: t`Keep the money ready. Refunds and canceled invoices are adjusted in the VAT return: check the sums with your accountant.`,
        }
      },
      'vat-rising': () => {
        const [due, before] = [text('due'), text('before')]
        return {
          sentence: t`VAT due rose by ${percent}: ${due} against ${before} in as many days of the month before.`,
          action: t`Check that the receipts of your purchases are recorded and proven.`,
        }
      },
      'unproven-vat': () => ({
        sentence: t`${now} of VAT on your expenses, ${share} of it, is not proven by TRA yet (${count} expenses).`,
        action: t`Add the receipt code, or ask the seller for a fiscal receipt.`,
      }),
    }
    return words[finding.rule]()
  }
}
