import { useLingui } from '@lingui/react/macro'
import { CATEGORY_NAMES } from '#blocks/expense-category/category-names.ts'
import { WEEKDAY_NAMES } from '#blocks/report/weekday-names.ts'
import { EXPENSE_CATEGORIES } from '#domain/expenses/expense.ts'
import { type Figure, type FigureName, type FindingRule, figureOf } from '#domain/insights/finding.ts'
import { toCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { NamedFinding } from './use-insights.ts'

/** What a finding says, and what to do about it. */
export type FindingWords = { readonly sentence: string; readonly action: string }

/** A figure as people read it: `Tsh 12,500`, `12.5%`, `3`. */
export function figureText({ unit, value }: Pick<Figure, 'unit' | 'value'>): string {
  if (unit === 'cents') return moneyText(toCents(Math.round(value / 100) * 100))
  return unit === 'tenths' ? `${value / 10}%` : String(value)
}

/** What a finding is about, by name: a weekday, a product, a customer or a category; empty for the whole company. */
export function useSubjectName(): (finding: NamedFinding) => string {
  const { t } = useLingui()
  const translate = useTranslate()
  return ({ rule, subject, name }) => {
    if (subject === '') return ''
    const weekday = WEEKDAY_NAMES[Number(subject)]
    if (rule === 'weekday-down') return weekday ? translate(weekday) : ''
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
        sentence: t`Sales fell by ${percent}: ${now} in 7 days instead of the usual ${usual}.`,
        action: t`See which days sold less, and ask regular customers what they miss.`,
      }),
      'sales-rising': () => ({
        sentence: t`Sales rose by ${percent}: ${now} in 7 days instead of the usual ${usual}.`,
        action: t`See what sold well and keep enough of it in stock.`,
      }),
      'weekday-down': () => {
        const day = name
        return {
          sentence: t`${day}: the last 3 sold ${percent} less, ${now} instead of the usual ${usual}.`,
          action: t`Find out what changed on this day: opening hours, staff, a market nearby.`,
        }
      },
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
          action: t`Put the money aside and check the sums with your accountant.`,
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
