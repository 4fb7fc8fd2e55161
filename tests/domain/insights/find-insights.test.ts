import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { sortByAnswers, withAnswer } from '#domain/insights/answers.ts'
import { median, robustSpread, scoreOf } from '#domain/insights/baseline.ts'
import type { CompanyFacts, ExpenseFact } from '#domain/insights/company-facts.ts'
import { findInsights } from '#domain/insights/find-insights.ts'
import { type Finding, figureOf } from '#domain/insights/finding.ts'
import { toCents } from '#domain/money/cents.ts'
import { type AggregateFigures, ZERO_FIGURES } from '#domain/reports/aggregate.ts'

const TODAY = '2026-03-15' as FiscalDay

function figures(gross: number, others: Partial<AggregateFigures> = {}): AggregateFigures {
  const vat = Math.round((gross * 18) / 118)
  return { ...ZERO_FIGURES, count: gross > 0 ? 1 : 0, gross: toCents(gross), vat: toCents(vat), ...others }
}

/** The same sales on each of the last 200 days, except where `change` says otherwise (`back` days ago). */
function company(
  change: (back: number) => number | AggregateFigures | undefined,
  others: Partial<CompanyFacts> = {},
) {
  const days = new Map<string, AggregateFigures>()
  for (let back = 1; back <= 200; back += 1) {
    const changed = change(back) ?? 10_000_000
    days.set(addDays(TODAY, -back), typeof changed === 'number' ? figures(changed) : changed)
  }
  const facts: CompanyFacts = {
    today: TODAY,
    vatRegistered: false,
    days,
    products: [],
    customers: [],
    expenses: [],
    ...others,
  }
  return facts
}

function only(facts: CompanyFacts, rule: Finding['rule']): Finding | undefined {
  return findInsights(facts).find((finding) => finding.rule === rule)
}

describe('the robust baseline', () => {
  it('is not changed by one outlier', () => {
    expect(median([5, 5, 6, 7, 900])).toBe(6)
    expect(robustSpread([5, 6, 7, 8, 900])).toBeCloseTo(1.4826)
    expect(scoreOf(10, [5, 5, 5, 5], 1)).toBe(5)
  })
})

describe('findings (spec §3, §4)', () => {
  it('finds nothing in steady sales, and nothing in a company without sales', () => {
    expect(findInsights(company(() => undefined))).toEqual([])
    expect(findInsights({ ...company(() => undefined), days: new Map() })).toEqual([])
  })

  it('proves falling sales with both sums, their difference and the days they come from', () => {
    const finding = only(
      company((back) => (back <= 7 ? 6_000_000 : undefined)),
      'sales-falling',
    )
    expect(finding).toMatchObject({
      type: 'sales',
      confidence: 'high',
      severity: 40,
      period: { from: '2026-03-08', to: '2026-03-14' },
      records: { page: 'sales', range: { from: '2026-03-08', to: '2026-03-14' } },
    })
    expect(finding && figureOf(finding, 'now')).toBe(42_000_000)
    expect(finding && figureOf(finding, 'usual')).toBe(70_000_000)
    expect(finding && figureOf(finding, 'difference')).toBe(28_000_000)
    expect(finding && figureOf(finding, 'percent')).toBe(400)
  })

  it('compares nothing before a shop has sold for nine weeks', () => {
    const young = company((back) => (back > 50 ? ZERO_FIGURES : back <= 7 ? 1_000_000 : undefined))
    expect(findInsights(young)).toEqual([])
  })

  it('keeps quiet about days that are usually closed', () => {
    const closed = company((back) =>
      addDays(TODAY, -back).endsWith('x') || back % 7 === 3 ? ZERO_FIGURES : undefined,
    )
    expect(only(closed, 'days-without-sales')).toBeUndefined()
    const missed = company((back) => (back === 3 || back === 5 ? ZERO_FIGURES : undefined))
    const finding = only(missed, 'days-without-sales')
    expect(finding && figureOf(finding, 'days')).toBe(2)
    expect(finding && figureOf(finding, 'usual')).toBe(20_000_000)
  })

  it('sums VAT due as VAT of sales less VAT of proven expenses, and lists the VAT that is not proven', () => {
    const expense = (day: string, vat: number, proven: boolean): ExpenseFact => {
      return { day: day as FiscalDay, category: 'STOCK', total: vat * 7, vat, proven }
    }
    const expenses = [expense('2026-02-10', 4_000_000, true), expense('2026-02-11', 3_000_000, false)]
    const facts = company(() => undefined, { vatRegistered: true, expenses })
    const output = 28 * Math.round((10_000_000 * 18) / 118)
    const due = only(facts, 'vat-due')
    expect(due && figureOf(due, 'outputVat')).toBe(output)
    expect(due && figureOf(due, 'due')).toBe(output - 4_000_000)
    const unproven = only(facts, 'unproven-vat')
    expect(unproven && figureOf(unproven, 'now')).toBe(3_000_000)
    expect(unproven && figureOf(unproven, 'count')).toBe(1)
    expect(findInsights({ ...facts, vatRegistered: false }).filter(({ type }) => type === 'tax')).toEqual([])
    const afterTwentieth = { ...facts, today: '2026-03-21' as FiscalDay }
    expect(only(afterTwentieth, 'vat-due')).toBeUndefined()
  })

  it('says when a month cost more than it brought', () => {
    const expenses = [
      { day: '2026-02-20' as FiscalDay, category: 'RENT', total: 300_000_000, vat: 0, proven: false },
    ]
    const finding = only(
      company(() => undefined, { expenses }),
      'spending-over-sales',
    )
    expect(finding && figureOf(finding, 'difference')).toBe(20_000_000)
  })

  it('has whole figures, severities from 0 to 100 and at most five findings of a type, whatever was sold', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 20, maxLength: 200 })
    fc.assert(
      fc.property(amounts, fc.boolean(), (sold, vatRegistered) => {
        const found = findInsights(company((back) => sold[back % sold.length], { vatRegistered }))
        for (const type of ['sales', 'expenses', 'tax', 'health']) {
          expect(found.filter((finding) => finding.type === type).length).toBeLessThanOrEqual(5)
        }
        for (const finding of found) {
          expect(finding.severity).toBeGreaterThanOrEqual(0)
          expect(finding.severity).toBeLessThanOrEqual(100)
          for (const { value } of finding.figures) expect(Number.isSafeInteger(value)).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('answers of a person', () => {
  const finding = (id: string, severity: number): Finding => ({
    id,
    rule: 'product-falling',
    type: 'sales',
    confidence: 'high',
    severity,
    period: { from: TODAY, to: TODAY },
    figures: [],
    subject: '',
    records: { page: 'products', id: 'p' },
  })
  const [a, b, mild, severe] = [finding('a', 9), finding('b', 9), finding('mild', 20), finding('severe', 60)]

  it('puts an answered finding away until the answer is taken back', () => {
    const answers = withAnswer({}, a, 'done')
    expect(sortByAnswers([a, b], answers)).toEqual({ shown: [b], away: [a] })
    expect(sortByAnswers([a, b], withAnswer(answers, a, undefined)).away).toEqual([])
  })

  it('learns that a rule is not useful: then only severe findings of it are shown', () => {
    const answers = withAnswer(withAnswer({}, a, 'not-useful'), b, 'not-useful')
    expect(sortByAnswers([mild, severe], answers)).toEqual({ shown: [severe], away: [mild] })
  })
})
