import { addDays, earlierDay } from '../calendar/east-africa.ts'
import type { DayRange } from '../calendar/period-presets.ts'
import { median } from './baseline.ts'
import { type CompanyFacts, findingId, LEAST_STAKE, severityOf, soldSince, sumOf } from './company-facts.ts'
import { type Finding, money, share } from './finding.ts'
import { monthBefore, monthOf, monthsBefore, progressOfMonth, rangeOfMonth } from './months.ts'

/** The day of the next month by which VAT is paid (tanzania-facts §4). */
export const VAT_DAY = 20
/** A reminder is never as urgent as a loss. */
const REMINDER = 40

type Vat = { readonly output: number; readonly input: number; readonly due: number }

/** As the VAT worksheet: VAT of all sales, less that of expenses whose receipt the authority confirmed. Refunds and canceled invoices are adjusted in the return. */
function vatOf(facts: CompanyFacts, range: DayRange): Vat {
  const output = sumOf(facts, range, ({ vat }) => vat)
  const input = facts.expenses
    .filter(({ day, proven }) => proven && day >= range.from && day <= range.to)
    .reduce((sum, { vat }) => sum + vat, 0)
  return { output, input, due: output - input }
}

/** Until the 20th: the VAT of last month, with the sums it comes from. */
export function vatDue(facts: CompanyFacts): Finding[] {
  if (!facts.vatRegistered || progressOfMonth(facts.today).passed >= VAT_DAY) return []
  const range = rangeOfMonth(monthBefore(monthOf(facts.today), 1))
  const { output, input, due } = vatOf(facts, range)
  if (due < LEAST_STAKE) return []
  return [
    {
      id: findingId(facts, 'vat-due'),
      rule: 'vat-due',
      type: 'tax',
      confidence: 'medium',
      severity: Math.min(REMINDER, severityOf(facts, due)),
      period: range,
      figures: [money('due', due), money('outputVat', output), money('inputVat', input)],
      subject: '',
      records: { page: 'sales', range },
    },
  ]
}

/** As many days of an earlier month. */
function sameDays(month: string, length: number): DayRange {
  const { from, to } = rangeOfMonth(month)
  return { from, to: earlierDay(addDays(from, length - 1), to) }
}

/**
 * VAT due of this month so far against as many days of the months before: 60 % more than their median, 40 % more than
 * last month, and Tsh 10,000. In the first ten days the last month is judged.
 */
export function vatRising(facts: CompanyFacts): Finding[] {
  if (!facts.vatRegistered) return []
  const { passed } = progressOfMonth(facts.today)
  const current = monthOf(facts.today)
  const isEarly = passed < 10
  const month = isEarly ? monthBefore(current, 1) : current
  const length = isEarly ? 31 : passed
  const months = monthsBefore(month, 3)
  if (!soldSince(facts, monthBefore(month, 3))) return []
  const range = sameDays(month, length)
  const now = vatOf(facts, range)
  const past = months.map((name) => vatOf(facts, sameDays(name, length)).due)
  const [usual, before] = [median(past), past[0] ?? 0]
  if (usual <= 0 || before <= 0) return []
  if (now.due < usual * 1.6 || now.due < before * 1.4 || now.due - before < LEAST_STAKE) return []
  return [
    {
      id: findingId(facts, 'vat-rising'),
      rule: 'vat-rising',
      type: 'tax',
      confidence: now.due >= usual * 2 ? 'high' : 'medium',
      severity: severityOf(facts, now.due - before),
      period: range,
      figures: [
        money('due', now.due),
        money('before', before),
        money('difference', now.due - before),
        share('percent', now.due / before - 1),
        money('outputVat', now.output),
        money('inputVat', now.input),
      ],
      subject: '',
      records: { page: 'sales', range },
    },
  ]
}

/** VAT of expenses of last month and this one that is not proven yet: a fifth of it, and Tsh 10,000. */
export function unprovenVat(facts: CompanyFacts): Finding[] {
  if (!facts.vatRegistered) return []
  const range = { from: rangeOfMonth(monthBefore(monthOf(facts.today), 1)).from, to: facts.today }
  const withVat = facts.expenses.filter(({ day, vat }) => vat > 0 && day >= range.from && day <= range.to)
  const unproven = withVat.filter(({ proven }) => !proven)
  const sum = (expenses: typeof withVat) => expenses.reduce((total, { vat }) => total + vat, 0)
  const [now, all] = [sum(unproven), sum(withVat)]
  if (now < Math.max(LEAST_STAKE, all * 0.2)) return []
  return [
    {
      id: findingId(facts, 'unproven-vat'),
      rule: 'unproven-vat',
      type: 'tax',
      confidence: 'high',
      severity: severityOf(facts, now),
      period: range,
      figures: [
        money('now', now),
        money('inputVat', all),
        share('share', now / all),
        { name: 'count', unit: 'count', value: unproven.length },
      ],
      subject: '',
      records: { page: 'expense-report', range },
    },
  ]
}
