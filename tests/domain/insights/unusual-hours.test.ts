import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CompanyFacts } from '#domain/insights/company-facts.ts'
import { type Finding, figureOf } from '#domain/insights/finding.ts'
import { strangeHours } from '#domain/insights/strange-hours.ts'
import { unusualHours } from '#domain/insights/unusual-hours.ts'
import { toCents } from '#domain/money/cents.ts'
import { ZERO_FIGURES } from '#domain/reports/aggregate.ts'

const TODAY = '2026-03-15' as FiscalDay
const USUAL = 1_000_000

/** Tsh 10,000 in each hour from 8 to 17 on each of the last 100 days, except where `change` says otherwise. */
function shop(change: (hour: number, back: number) => number | undefined): CompanyFacts {
  const backs = Array.from({ length: 100 }, (_, index) => index + 1)
  const hours = backs.map((back) => {
    const gross = Array.from({ length: 24 }, (_, hour) => {
      return change(hour, back) ?? (hour >= 8 && hour < 18 ? USUAL : 0)
    })
    return [addDays(TODAY, -back), gross] as const
  })
  const sumOf = (gross: readonly number[]) => toCents(gross.reduce((sum, one) => sum + one, 0))
  return {
    ...{
      today: TODAY,
      vatRegistered: false,
      products: [],
      customers: [],
      expenses: [],
      debts: [],
      cashCounts: [],
    },
    days: new Map(hours.map(([day, gross]) => [day, { ...ZERO_FIGURES, count: 1, gross: sumOf(gross) }])),
    hours: new Map(hours),
  }
}

const oddHours = (facts: CompanyFacts) => [
  ...unusualHours(facts).found.map(({ finding }) => finding),
  ...strangeHours(facts),
]
const found = (facts: CompanyFacts) => oddHours(facts).map(({ rule, subject }) => `${rule} ${subject}`)

const proof = (finding: Finding | undefined) =>
  (['now', 'usual', 'difference', 'percent', 'days'] as const).map((name) =>
    figureOf(finding ?? { figures: [] }, name),
  )

describe('unusual hours (spec §3, §4)', () => {
  it('are hours in a row that sold far less for two weeks, with both sums and their difference', () => {
    const facts = shop((hour, back) => (hour >= 16 && hour < 18 && back <= 14 ? 100_000 : undefined))
    const [finding, ...others] = oddHours(facts)
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      ...{ rule: 'hours-down', subject: '16-17', type: 'sales', confidence: 'high' },
      period: { from: '2026-03-01', to: '2026-03-14' },
      records: { page: 'sales', range: { from: '2026-03-01', to: '2026-03-14' } },
    })
    expect(proof(finding)).toEqual([2_800_000, 28_000_000, 25_200_000, 900, 0])
  })

  it('are hours that sold far more', () => {
    const facts = shop((hour, back) => (hour === 13 && back <= 14 ? 3 * USUAL : undefined))
    expect(found(facts)).toEqual(['hours-rising 13-13'])
    expect(proof(oddHours(facts)[0])).toEqual([42_000_000, 14_000_000, 28_000_000, 2000, 0])
  })

  it('are sales while the shop is closed, with the days of their invoices', () => {
    const facts = shop((hour, back) => (hour === 2 && (back === 3 || back === 5) ? 800_000 : undefined))
    const [finding] = oddHours(facts)
    expect(finding).toMatchObject({
      ...{ rule: 'hours-strange', subject: '2-2', type: 'health', confidence: 'high' },
      records: { page: 'invoices', range: { from: '2026-03-10', to: '2026-03-12' } },
    })
    expect(proof(finding)).toEqual([1_600_000, 0, 0, 0, 2])
  })

  it.each<readonly [string, (hour: number, back: number) => number | undefined]>([
    ['steady hours', () => undefined],
    ['one week of two', (hour, back) => (hour === 17 && back <= 7 ? 0 : undefined)],
    ['all hours alike', (hour, back) => (hour >= 8 && hour < 18 && back <= 14 ? 200_000 : undefined)],
    ['more than four hours', (hour, back) => (hour >= 8 && hour < 13 && back <= 14 ? 0 : undefined)],
    ['an hour that fell long ago', (hour, back) => (hour === 17 && back <= 70 ? 0 : undefined)],
    ['little money at night', (hour, back) => (hour === 2 && back === 3 ? 900_000 : undefined)],
    ['the hour after closing time', (hour, back) => (hour === 18 && back === 3 ? 5_000_000 : undefined)],
    ['a night shop', (hour, back) => (hour === 2 && back % 7 === 3 ? 5_000_000 : undefined)],
  ])('are not: %s', (_, change) => {
    expect(found(shop(change))).toEqual([])
  })

  it('are not looked for without the sums by the hour, as on a server, nor before ten weeks of sales', () => {
    const facts = shop((hour, back) => (hour === 17 && back <= 14 ? 0 : undefined))
    expect(found(facts)).toEqual(['hours-down 17-17'])
    expect(found({ ...facts, hours: new Map() })).toEqual([])
    const recent = [...facts.days].filter(([day]) => day > addDays(TODAY, -69))
    expect(found({ ...facts, days: new Map(recent) })).toEqual([])
  })
})
