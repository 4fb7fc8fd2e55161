import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay, startOfDay } from '#domain/calendar/east-africa.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { CompanyFacts } from '#domain/insights/company-facts.ts'
import { customerSlow } from '#domain/insights/customer-slow.ts'
import { type DebtFact, debtFact, owedOn, paidOn } from '#domain/insights/debt-fact.ts'
import { debtsGrowing } from '#domain/insights/debts-growing.ts'
import { findInsights } from '#domain/insights/find-insights.ts'
import { toCents } from '#domain/money/cents.ts'
import { ZERO_FIGURES } from '#domain/reports/aggregate.ts'

const TODAY = '2026-03-16' as FiscalDay
const back = (days: number) => addDays(TODAY, -days)

/** Sold on credit so many days ago, and paid after so many days. */
const debt = (customer: string, ago: number, delay?: number, amount = 2_000_000): DebtFact => ({
  ...{ customer, day: back(ago), amount },
  payments: delay === undefined ? [] : [{ day: back(ago - delay), amount }],
})

function shop(debts: readonly DebtFact[], salesLately = 10_000_000): CompanyFacts {
  const days = Array.from({ length: 100 }, (_, index) => {
    const gross = toCents(index <= 28 ? salesLately : 10_000_000)
    return [back(index), { ...ZERO_FIGURES, count: 1, gross }] as const
  })
  return {
    ...{ today: TODAY, vatRegistered: false, products: [], customers: [], expenses: [], cashCounts: [] },
    ...{ days: new Map(days), hours: new Map(), debts },
  }
}

const paidBefore = (customer: string) => [90, 75, 60, 50].map((ago) => debt(customer, ago, 10))

describe('a debt', () => {
  const invoice = {
    saleAt: startOfDay(back(20)),
    customer: { customerId: 'c1' },
    totals: { totalIncludingTax: toCents(5_000_000) },
    payments: [{ type: 'cash', amount: toCents(1_000_000) }],
    creditNotes: [{ total: toCents(500_000) }],
  } as unknown as Parameters<typeof debtFact>[0]
  const paid = (ago: number, amount: number, canceled = false) =>
    ({ day: back(ago), amount: toCents(amount), canceled }) as Collection

  it('is what a sale left unpaid less refunds, until collections have paid it', () => {
    const fact = debtFact(invoice, [paid(5, 1_500_000), paid(10, 2_000_000), paid(12, 9_000_000, true)])
    expect(fact).toMatchObject({ customer: 'c1', day: back(20), amount: 3_500_000 })
    const days = [21, 20, 10, 6, 5].map((ago) => fact && owedOn(fact, back(ago)))
    expect(days).toEqual([0, 3_500_000, 1_500_000, 1_500_000, 0])
    expect(fact && paidOn(fact)).toBe(back(5))
    const open = debtFact(invoice, [paid(5, 1_500_000)])
    expect(open && paidOn(open)).toBeUndefined()
  })

  it('is none when the sale was paid or refunded', () => {
    const payments = [{ type: 'cash', amount: toCents(4_500_000) }] as const
    expect(debtFact({ ...invoice, payments }, [])).toBeUndefined()
  })
})

describe('a customer who pays late', () => {
  it('is found by the own usual time, with the unpaid amount, its age and what is usual', () => {
    const debts = [...paidBefore('c1'), debt('c1', 60), debt('c1', 40, undefined, 1_000_000), debt('c1', 5)]
    const [finding, ...others] = findInsights(shop(debts)).filter(({ rule }) => rule === 'customer-slow')
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      ...{ subject: 'c1', type: 'health', confidence: 'high' },
      ...{ records: { page: 'customer', id: 'c1' }, period: { from: back(60), to: TODAY } },
    })
    expect(finding?.figures.map(({ name, value }) => [name, value])).toEqual([
      ['now', 3_000_000],
      ['count', 2],
      ['days', 60],
      ['usualDays', 10],
    ])
  })

  it.each<readonly [string, readonly DebtFact[]]>([
    ['who paid only twice before', [...paidBefore('c1').slice(2), debt('c1', 45)]],
    ['who always pays so late', [...[99, 98, 97].map((ago) => debt('c1', ago, 45)), debt('c1', 45)]],
    ['whose debt is young', [...paidBefore('c1'), debt('c1', 19)]],
    [
      'who pays at once and is five days late',
      [...[90, 75, 60].map((ago) => debt('c1', ago, 0)), debt('c1', 5)],
    ],
    ['who owes little', [...paidBefore('c1'), debt('c1', 45, undefined, 999_999)]],
    ['who has paid', [...paidBefore('c1'), debt('c1', 45, 44)]],
    ['who is not saved', [...paidBefore(''), debt('', 45)]],
  ])('is not one %s', (_, debts) => {
    expect(customerSlow(shop(debts)).found).toEqual([])
  })

  it('counts what was paid in part only with the rest', () => {
    const part = { ...debt('c1', 45), payments: [{ day: back(30), amount: 500_000 }] }
    const [found] = customerSlow(shop([...paidBefore('c1'), part])).found
    expect(found?.finding.figures[0]).toMatchObject({ name: 'now', value: 1_500_000 })
  })

  it('is less certain when payments of all customers vary much', () => {
    const own = [...paidBefore('c1'), debt('c1', 45)]
    const varying = [2, 40, 5, 60, 1, 30].map((delay, index) => debt('c2', 95 - index, delay))
    const [sure] = customerSlow(shop(own)).found
    const [unsure] = customerSlow(shop([...own, ...varying])).found
    expect(unsure?.chance).toBeGreaterThan((sure?.chance ?? 1) * 2)
  })
})

describe('debts that grow', () => {
  const steady = Array.from({ length: 20 }, (_, week) => debt('c1', 3 + 7 * week, 14))
  const more = [5, 10, 15].map((ago) => debt('c2', ago, undefined, 6_000_000))

  it('are found with the amount owed, what was usual and how many owe it', () => {
    const [finding] = debtsGrowing(shop([...steady, ...more]))
    expect(finding).toMatchObject({ subject: '', records: { page: 'debts' }, confidence: 'high' })
    expect(finding?.figures.map(({ name, value }) => [name, value])).toEqual([
      ['now', 22_000_000],
      ['usual', 4_000_000],
      ['difference', 18_000_000],
      ['percent', 4500],
      ['count', 2],
    ])
  })

  it('are not found when they are steady, small, or grow as the sales do', () => {
    expect(debtsGrowing(shop(steady))).toEqual([])
    expect(debtsGrowing(shop([...steady, debt('c2', 5, undefined, 2_000_001)]))).toEqual([])
    expect(debtsGrowing(shop([...steady, ...more], 60_000_000))).toEqual([])
    expect(debtsGrowing(shop([]))).toEqual([])
  })
})
