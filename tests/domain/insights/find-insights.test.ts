import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import { mergeAnswers, sortByAnswers, withAnswer } from '#domain/insights/answers.ts'
import { median, robustSpread, scoreOf } from '#domain/insights/baseline.ts'
import type { CompanyFacts, ExpenseFact } from '#domain/insights/company-facts.ts'
import { findInsights } from '#domain/insights/find-insights.ts'
import { type Finding, figureOf } from '#domain/insights/finding.ts'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { type AggregateFigures, addFigures, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { vatWorksheet } from '#domain/reports/vat-worksheet.ts'

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
  for (let back = 0; back <= 200; back += 1) {
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
    debts: [],
    cashCounts: [],
    hours: new Map(),
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

  it('finds a single day far out of line in either direction, and leads to its invoices', () => {
    const down = only(
      company((back) => (back === 3 ? 2_000_000 : undefined)),
      'day-down',
    )
    const day = addDays(TODAY, -3)
    expect(down).toMatchObject({ subject: day, records: { page: 'invoices', range: { from: day, to: day } } })
    expect(figureOf(down ?? { figures: [] }, 'percent')).toBe(800)
    const up = only(
      company((back) => (back === 3 ? 30_000_000 : undefined)),
      'day-rising',
    )
    expect(up).toMatchObject({ subject: day, confidence: 'high' })
    expect(figureOf(up ?? { figures: [] }, 'difference')).toBe(20_000_000)
  })

  it.each<readonly [string, (back: number) => number | undefined]>([
    ['a day without any sale', (back) => (back === 3 ? 0 : undefined)],
    ['a day that sells half', (back) => (back === 3 ? 5_000_000 : undefined)],
    ['three such days in a week', (back) => ([2, 3, 4].includes(back) ? 2_000_000 : undefined)],
    ['the same weekday twice in a row', (back) => ([3, 10].includes(back) ? 2_000_000 : undefined)],
    ['today, which is not complete', (back) => (back === 0 ? 2_000_000 : undefined)],
    ['a day of eight days ago', (back) => (back === 8 ? 2_000_000 : undefined)],
  ])('%s is no single unusual day', (_, change) => {
    const rules = findInsights(company(change)).map(({ rule }) => rule)
    expect(rules.filter((rule) => rule.startsWith('day-'))).toEqual([])
  })

  const on =
    (days: readonly string[], sales: number) =>
    (today: string) =>
    (back: number): number | undefined =>
      days.includes(addDays(today as FiscalDay, -back)) ? sales : undefined
  /** The same company on another day; `change` is asked with that day as today. */
  const companyOn = (today: string, change: (today: string) => (back: number) => number | undefined) => {
    const days = new Map<string, AggregateFigures>()
    for (let back = 0; back <= 200; back += 1) {
      days.set(addDays(today as FiscalDay, -back), figures(change(today)(back) ?? 10_000_000))
    }
    return { ...company(() => undefined), today: today as FiscalDay, days }
  }

  it('finds nothing in closed or low days that are public holidays, and no less in ordinary ones', () => {
    const christmas = ['2025-12-25', '2025-12-26']
    expect(findInsights(companyOn('2025-12-29', on(christmas, 0)))).toEqual([])
    expect(findInsights(companyOn('2025-12-29', on(christmas, 2_000_000)))).toEqual([])
    const ordinary = ['2025-12-22', '2025-12-23']
    const rules = (sales: number) =>
      findInsights(companyOn('2025-12-29', on(ordinary, sales))).map(({ rule }) => rule)
    expect(rules(0)).toContain('days-without-sales')
    expect(rules(2_000_000)).toContain('day-down')
  })

  it('compares the other days of a week with a public holiday, and says how many they are', () => {
    const from = (today: string) => (back: number) =>
      back <= 7 ? (today === '2025-12-31' && (back === 5 || back === 6) ? 0 : 5_000_000) : undefined
    const finding = only(companyOn('2025-12-31', from), 'sales-falling')
    expect(finding && figureOf(finding, 'days')).toBe(5)
    expect(finding && figureOf(finding, 'now')).toBe(25_000_000)
    expect(finding && figureOf(finding, 'usual')).toBe(50_000_000)
  })

  it('finds a public holiday on which far more is sold', () => {
    const finding = only(companyOn('2025-12-29', on(['2025-12-25'], 40_000_000)), 'day-rising')
    expect(finding?.subject).toBe('2025-12-25')
  })

  it('takes no weekday with two public holidays in a row for one that collapsed', () => {
    // Good Friday and Union Day.
    const fridays = ['2019-04-19', '2019-04-26']
    const low = [...fridays, '2019-05-03']
    expect(only(companyOn('2019-05-06', on(low, 1_000_000)), 'weekday-down')).toBeUndefined()
    const all = [...low, '2019-05-10', '2019-05-17']
    expect(only(companyOn('2019-05-20', on(all, 1_000_000)), 'weekday-down')?.subject).toBe('4')
  })

  it('finds the drawer that is short on most days, not one with mistakes both ways', () => {
    const counts = (operator: string, difference: (back: number) => number) =>
      Array.from({ length: 12 }, (_, back) => ({
        ...{ day: addDays(TODAY, -back), operator, expected: 5_000_000 },
        difference: difference(back),
      }))
    const cashCounts = [
      ...counts('Juma', () => -250_000),
      ...counts('Asha', (back) => (back % 2 === 0 ? -200_000 : 200_000)),
    ]
    const found = findInsights(company(() => undefined, { cashCounts }))
    expect(found.map(({ rule, subject }) => [rule, subject])).toEqual([['cash-short', 'Juma']])
    expect(found[0] && figureOf(found[0], 'difference')).toBe(3_000_000)
    expect(findInsights(company(() => undefined, { cashCounts: cashCounts.slice(0, 5) }))).toEqual([])
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

  it('gives the VAT of last month as the worksheet of its return: refunds are adjusted in the return', () => {
    const refunds = { refundedCount: 1, refundedGross: toCents(1_180_000), refundedVat: toCents(180_000) }
    const facts = company(() => ({ ...figures(10_000_000), ...refunds }), { vatRegistered: true })
    const days = [...facts.days].filter(([day]) => day.startsWith('2026-02'))
    const total = days.reduce((sum, [, one]) => addFigures(sum, one), ZERO_FIGURES)
    const sheet = vatWorksheet(
      { total },
      { provenVat: ZERO_CENTS, unprovenVat: ZERO_CENTS },
      { vat: ZERO_CENTS, counted: 0 },
    )
    const due = only(facts, 'vat-due')
    expect(sheet.refundedVat).toBe(28 * 180_000)
    expect(due && figureOf(due, 'outputVat')).toBe(sheet.outputVat)
    expect(due && figureOf(due, 'due')).toBe(sheet.payable)
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
  const AT = toInstant(Date.parse('2026-03-15T08:00:00.000Z'))
  const LATER = toInstant(Date.parse('2026-03-15T09:00:00.000Z'))
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
    const answers = withAnswer({}, a, 'done', AT)
    expect(sortByAnswers([a, b], answers)).toEqual({ shown: [b], away: [a] })
    expect(sortByAnswers([a, b], withAnswer(answers, a, null, AT)).away).toEqual([])
  })

  it('learns that a rule is not useful: then only severe findings of it are shown', () => {
    const answers = withAnswer(withAnswer({}, a, 'not-useful', AT), b, 'not-useful', AT)
    expect(sortByAnswers([mild, severe], answers)).toEqual({ shown: [severe], away: [mild] })
  })

  it('takes in what was said on another phone, of each finding the later answer, whatever arrives first', () => {
    const own = withAnswer({ old: { rule: 'vat-due', answer: 'done' } }, a, null, LATER)
    const received = [
      { findingId: 'a', rule: 'product-falling', answer: 'done', at: AT },
      { findingId: 'b', rule: 'product-falling', answer: 'not-useful', at: AT },
      { findingId: 'old', rule: 'vat-due', answer: null, at: AT },
      { findingId: 'c', rule: 'a-rule-of-a-newer-app', answer: 'done', at: AT },
    ] as const
    const merged = mergeAnswers(own, received)
    expect(merged).toEqual({
      old: { rule: 'vat-due', answer: null, at: AT },
      b: { rule: 'product-falling', answer: 'not-useful', at: AT },
      a: { rule: 'product-falling', answer: null, at: LATER },
    })
    expect(sortByAnswers([a, b], merged)).toEqual({ shown: [a], away: [b] })
    expect(mergeAnswers(merged, received)).toBe(merged)
  })
})
