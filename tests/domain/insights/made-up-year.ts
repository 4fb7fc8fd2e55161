import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CashCount } from '#domain/insights/cash-count.ts'
import { type CompanyFacts, type ExpenseFact, earliestDay } from '#domain/insights/company-facts.ts'
import type { DebtFact } from '#domain/insights/debt-fact.ts'
import { toCents } from '#domain/money/cents.ts'
import {
  type AggregateFigures,
  type AggregateRow,
  mergeAggregates,
  ZERO_FIGURES,
} from '#domain/reports/aggregate.ts'

/** What can be planted into a year, from the day `EVENT` on. */
export const EVENTS = [
  'a weekday collapses',
  'sales fall by half',
  'an unusual day',
  'an unusually good day',
  'the shop closes early',
  'a rush at lunch',
  'sales at night',
  'days without sales',
  'a product dies',
  'refunds jump',
  'discounts jump',
  'a customer stops',
  'a customer pays late',
  'a category doubles',
  'a till loses 5 %',
  'VAT doubles',
] as const
export type Event = (typeof EVENTS)[number]

const FIRST = '2025-01-01' as FiscalDay
export const EVENT = '2025-09-01' as FiscalDay
/** A Wednesday. */
export const UNUSUAL_DAY = '2025-09-03' as FiscalDay

/** Numbers from 0 to 1 that are the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Noise = {
  around: (mean: number, spread: number) => number
  times: (mean: number) => number
  next: () => number
}

function noiseFrom(seed: number): Noise {
  const next = randomFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    around: (mean, spread) => mean * Math.exp(spread * normal() - (spread * spread) / 2),
    times: (mean) => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal())),
  }
}

const WEEK = [0.4, 1, 0.9, 1, 1.1, 1.4, 1.5]
const PRODUCTS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10']
const CUSTOMERS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']
const CATEGORIES: readonly (readonly [string, number, number])[] = [
  ['RENT', 30_000_000, 0],
  ['STOCK', 90_000_000, 0.15],
  ['TRANSPORT', 8_000_000, 0.2],
  ['TELECOM', 3_000_000, 0.15],
]

function row(
  kind: AggregateRow['kind'],
  period: string,
  key: string,
  figures: Partial<AggregateFigures>,
): AggregateRow {
  return { kind, period, key, figures: { ...ZERO_FIGURES, ...figures } }
}

function sold(gross: number, count: number): Partial<AggregateFigures> {
  const vat = Math.round((gross * 18) / 118)
  const whole = Math.round(gross)
  return { count, gross: toCents(whole), vat: toCents(vat), net: toCents(whole - vat) }
}

type Year = {
  readonly days: AggregateRow[]
  readonly months: AggregateRow[]
  readonly expenses: ExpenseFact[]
}

function expensesOf(month: string, event: Event | undefined, noise: Noise): ExpenseFact[] {
  const planted = `${month}-01` >= EVENT
  return CATEGORIES.flatMap(([category, mean, spread]) => {
    const factor = planted && event === 'a category doubles' && category === 'TRANSPORT' ? 2.2 : 1
    // The VAT due doubles when the receipts of the stock are missing at the authority.
    const proven = !(planted && event === 'VAT doubles')
    return ['04', '11', '18', '25'].map((day): ExpenseFact => {
      const total = Math.round(noise.around((mean * factor) / 4, spread))
      const vat = category === 'STOCK' ? Math.round((total * 18) / 118) : 0
      return { day: `${month}-${day}` as FiscalDay, category, total, vat, proven }
    })
  })
}

/** A year of a shop that sells about Tsh 60,000 a day up to the day before `until`, with at most one event planted. */
function madeUpYear(seed: number, event: Event | undefined, until: FiscalDay): Year {
  const noise = noiseFrom(seed)
  const days: AggregateRow[] = []
  const months: AggregateRow[] = []
  const expenses: ExpenseFact[] = []
  for (let day = FIRST, index = 0; day < until; day = addDays(day, 1), index += 1) {
    const planted = day >= EVENT
    const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay()
    const month = day.slice(0, 7)
    if (day.endsWith('-01')) expenses.push(...expensesOf(month, event, noise))
    const gone = planted && event === 'days without sales' && weekday >= 3 && weekday <= 4
    const season = 1 + 0.06 * Math.sin((2 * Math.PI * index) / 365)
    const factor =
      (planted && event === 'a weekday collapses' && weekday === 5 ? 0.3 : 1) *
      (planted && event === 'sales fall by half' ? 0.5 : 1) *
      (day === UNUSUAL_DAY && event === 'an unusual day' ? 0.15 : 1) *
      (day === UNUSUAL_DAY && event === 'an unusually good day' ? 3 : 1) *
      (gone ? 0 : 1)
    const gross = noise.around(6_000_000 * (WEEK[weekday] ?? 1) * season * factor, 0.22)
    const count = gross > 0 ? Math.max(1, noise.times(24 * (WEEK[weekday] ?? 1) * factor)) : 0
    const refunds = noise.next() < (planted && event === 'refunds jump' ? 0.6 : 0.06) ? 1 : 0
    const discount = gross * Math.abs(noise.around(planted && event === 'discounts jump' ? 0.06 : 0.015, 0.5))
    days.push(
      row('day', day, '', {
        ...sold(gross, count),
        discount: toCents(Math.round(discount)),
        refundedCount: refunds,
        refundedGross: toCents(Math.round(refunds * noise.around(400_000, 0.3))),
      }),
    )
    for (const [place, key] of PRODUCTS.entries()) {
      const mean = planted && event === 'a product dies' && key === 'p2' ? 0 : 6 / (place + 1)
      const lines = noise.times(mean * (WEEK[weekday] ?? 1))
      if (lines > 0) months.push(row('month-product', month, key, sold(lines * 200_000, lines)))
    }
    for (const key of CUSTOMERS) {
      const stays = !(planted && event === 'a customer stops' && key === 'c1')
      if (stays && noise.next() < 0.25)
        months.push(row('month-customer', month, key, sold(noise.around(800_000, 0.3), 1)))
    }
  }
  return { days, months: mergeAggregates(months), expenses }
}

/** Two drawers, counted on most days: with small mistakes, and one of them 5 % short where that is planted. */
function cashCountsOf(seed: number, event: Event | undefined, days: readonly AggregateRow[]): CashCount[] {
  // A sequence of its own: the rest of the year stays as it was.
  const noise = noiseFrom(seed + 1000)
  return days.flatMap(({ period, figures }) =>
    ['Asha', 'Juma'].flatMap((operator) => {
      const expected = Math.round(figures.gross * 0.35)
      const mistake = noise.next() < 0.3 ? (noise.next() - 0.5) * 200_000 : 0
      const isCounted = noise.next() < 0.8
      const loses = event === 'a till loses 5 %' && operator === 'Juma' && period >= EVENT
      const difference = Math.round(mistake - (loses ? expected * 0.05 : 0))
      return isCounted ? [{ day: period as FiscalDay, operator, expected, difference }] : []
    }),
  )
}

/** Sales on credit to each customer every few days, paid after about 8, 10, 12 … days; the late one pays no more. */
function debtsOf(seed: number, event: Event | undefined, until: FiscalDay): DebtFact[] {
  // A sequence of its own: the rest of the year stays as it was.
  const noise = noiseFrom(seed + 3000)
  const debts: DebtFact[] = []
  for (let day = FIRST; day < until; day = addDays(day, 1)) {
    for (const [place, customer] of CUSTOMERS.entries()) {
      const [isSold, delay] = [noise.next() < 0.2, Math.round(noise.around(8 + 2 * place, 0.4))]
      if (!isSold) continue
      const amount = Math.round(noise.around(500_000, 0.3))
      const paid = addDays(day, delay)
      const isLate = event === 'a customer pays late' && customer === 'c2' && day >= EVENT
      const payments = isLate || paid >= until ? [] : [{ day: paid, amount }]
      debts.push({ customer, day, amount, payments })
    }
  }
  return debts
}

/** How much of the sales an hour of the day has, from 8 to 19. */
const OPENING = [2, 3, 3, 3, 4, 3, 2, 2, 3, 5, 4, 2]

function shareOfHour(hour: number, event: Event | undefined): number {
  if (event === 'sales at night' && hour === 2) return 1.5
  const usual = OPENING[hour - 8] ?? (hour === 7 || hour === 20 ? 0.02 : 0)
  if (event === 'the shop closes early' && hour >= 18) return usual * 0.1
  return event === 'a rush at lunch' && hour === 13 ? usual * 4 : usual
}

/** The sales of a day at their hours: as many as the day has, small and large ones, that add up to its gross. */
function hoursOf(seed: number, event: Event | undefined, days: readonly AggregateRow[]) {
  // A sequence of its own: the rest of the year stays as it was.
  const noise = noiseFrom(seed + 2000)
  return days.map(({ period, figures }) => {
    const shares = Array.from({ length: 24 }, (_, hour) =>
      shareOfHour(hour, period >= EVENT ? event : undefined),
    )
    const whole = shares.reduce((sum, one) => sum + one, 0)
    const gross = shares.map(() => 0)
    for (let sale = 0; sale < figures.count; sale += 1) {
      let left = noise.next() * whole
      const at = shares.findIndex((one) => {
        left -= one
        return left < 0
      })
      gross[at] = (gross[at] ?? 0) + noise.around(1, 0.6)
    }
    const sold = Math.max(
      1e-9,
      gross.reduce((sum, one) => sum + one, 0),
    )
    return [period, gross.map((one) => Math.round((one * figures.gross) / sold))] as const
  })
}

/** What the phone holds at the start of a day of a year, which is the same for a seed. */
export function factsAt(seed: number, event: Event | undefined, today: FiscalDay): CompanyFacts {
  const { days, months, expenses } = madeUpYear(seed, event, today)
  return {
    today,
    vatRegistered: true,
    days: new Map(days.map(({ period, figures }) => [period, figures])),
    products: months.filter(({ kind }) => kind === 'month-product'),
    customers: months.filter(({ kind }) => kind === 'month-customer'),
    expenses: expenses.filter(({ day }) => day < today),
    debts: debtsOf(seed, event, today).filter(({ day }) => day >= earliestDay(today)),
    cashCounts: cashCountsOf(seed, event, days),
    hours: new Map(hoursOf(seed, event, days)),
  }
}
