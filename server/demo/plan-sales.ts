import {
  addDays,
  type FiscalDay,
  type Instant,
  instantMs,
  startOfDay,
  toInstant,
} from '#domain/calendar/east-africa.ts'
import { seededRandom } from './seeded-random.ts'

export type PlannedSale = {
  /** Counts from 0 in the order of time. */
  readonly index: number
  readonly at: Instant
}

const MINUTE_MS = 60_000
const OPEN_HOUR = 8
const CLOSE_HOUR = 20

/** How busy a day is: few sales on Sundays, more at the end of the month. */
function weightOf(key: string, day: FiscalDay): number {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay()
  const dayOfMonth = Number(day.slice(8))
  const base = weekday === 0 ? 0.25 : weekday === 6 ? 1.4 : 1
  const payday = dayOfMonth >= 25 || dayOfMonth <= 3 ? 1.3 : 1
  return base * payday * (0.6 + 0.8 * seededRandom(`busy ${key} ${day}`).draw())
}

/** Times of a day's sales in order, most of them before lunch and after work. */
function timesOf(key: string, day: FiscalDay, count: number): Instant[] {
  const random = seededRandom(`times ${key} ${day}`)
  const openMs = instantMs(startOfDay(day)) + OPEN_HOUR * 60 * MINUTE_MS
  const minutes = (CLOSE_HOUR - OPEN_HOUR) * 60
  return Array.from({ length: count }, () => {
    const peak = random.draw()
    const minute =
      peak < 0.4
        ? random.between(120, 300)
        : peak < 0.75
          ? random.between(510, 690)
          : random.between(0, minutes - 1)
    return openMs + minute * MINUTE_MS + random.between(0, 59) * 1000
  })
    .sort((a, b) => a - b)
    .map(toInstant)
}

/**
 * The sales of a company from its first day to now: `count` of them before the last day, and some on the part
 * of the last day that is over. The same on every run, so that a seeding that was interrupted continues the
 * same plan.
 */
export function planSales(
  key: string,
  period: { readonly from: FiscalDay; readonly days: number; readonly now: Instant },
  count: number,
): PlannedSale[] {
  const days = Array.from({ length: period.days }, (_, index) => addDays(period.from, index))
  const weights = days.map((day) => weightOf(key, day))
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  const times: Instant[] = []
  let cumulativeWeight = 0
  days.forEach((day, index) => {
    cumulativeWeight += weights[index] ?? 0
    const due = Math.round((count * cumulativeWeight) / totalWeight) - times.length
    times.push(...timesOf(key, day, due))
  })
  const lastDay = addDays(period.from, period.days)
  const lastCount = Math.round((count / period.days) * 1.2)
  times.push(...timesOf(key, lastDay, lastCount))
  return times.filter((at) => at <= period.now).map((at, index) => ({ index, at }))
}
