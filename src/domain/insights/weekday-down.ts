import { addDays, type FiscalDay } from '../calendar/east-africa.ts'
import { publicHolidayOn } from '../insights/public-holidays.ts'
import { distancesOf, LEAST_SPREAD, median, robustSpread } from './baseline.ts'
import { chanceOfMore } from './chance.ts'
import {
  type CompanyFacts,
  figuresOn,
  findingId,
  firstSale,
  LEAST_STAKE,
  severityOf,
  sumOf,
  window,
} from './company-facts.ts'
import { type Candidate, type Comparisons, NOTHING_COMPARED } from './false-discovery.ts'
import { count, type Finding, money, share } from './finding.ts'

const RECENT = 3
const BEFORE = 8
/** Of so many weeks, on one weekday: Christmas and New Year, or Good Friday, Union Day and Workers' Day. */
const MOST_HOLIDAYS = 3
/** Medians vary by so much more than means do. */
const MEDIANS = 1.25

/** Monday is 0. */
function weekdayOf(day: FiscalDay): number {
  return (new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7
}

/** Whether the other days of the week sell at least three quarters of what they did: else all of the sales fell. */
function othersHold(facts: CompanyFacts, ownRecent: number, ownBefore: number): boolean {
  const gross = (back: number, weeks: number) =>
    sumOf(facts, window(facts, back, 7 * weeks), (figures) => figures.gross)
  const recent = (gross(1, RECENT) - ownRecent) / RECENT
  const before = (gross(1 + 7 * RECENT, BEFORE) - ownBefore) / BEFORE
  return recent >= before * 0.75
}

/** The sales of one weekday without public holidays, the latest first. */
type Weekday = {
  readonly last: FiscalDay
  readonly recent: readonly number[]
  readonly before: readonly number[]
}

function weekdayUpTo(facts: CompanyFacts, last: FiscalDay): Weekday {
  const sales = Array.from({ length: RECENT + BEFORE + MOST_HOLIDAYS }, (_, week) => addDays(last, -7 * week))
    .filter((day) => publicHolidayOn(day) === undefined)
    .slice(0, RECENT + BEFORE)
    .map((day) => figuresOn(facts, day).gross)
  return { last, recent: sales.slice(0, RECENT), before: sales.slice(RECENT) }
}

/** Chance that the recent ones are so far below the others: by their logarithms, as sales vary by a share of the usual. */
function chanceOfFall({ recent, before }: Weekday, open: readonly Weekday[]): number {
  const usual = median(before)
  // Eight values alone say little about how much a weekday varies: the spread is that of all weekdays.
  const spreads = open.map((other) => robustSpread(distancesOf(other.before, median(other.before))))
  const spread = Math.max(median(spreads), LEAST_SPREAD) * Math.sqrt(1 / RECENT + 1 / BEFORE) * MEDIANS
  // The median distance is as certain as about a third of the values.
  const freedom = Math.max(BEFORE - 1, Math.round((open.length * (BEFORE - 1)) / 3))
  return chanceOfMore(-median(distancesOf(recent, usual)) / spread, freedom)
}

/**
 * A weekday that collapsed: its last three all sold less than each of the eight before, their median at least 40 %
 * and Tsh 10,000 less, while the other days hold.
 */
export function weekdayDown(facts: CompanyFacts): Comparisons {
  if (firstSale(facts) > addDays(facts.today, -7 * (RECENT + BEFORE))) return NOTHING_COMPARED
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const weekdays = Array.from({ length: 7 }, (_, back) => weekdayUpTo(facts, addDays(facts.today, -1 - back)))
  const open = weekdays.filter(({ before }) => median(before) > 0)
  const found = open.flatMap((one): Candidate[] => {
    const { last, recent, before } = one
    const [now, usual] = [median(recent), median(before)]
    const difference = usual - now
    if (Math.max(...recent) >= Math.min(...before)) return []
    if (difference < Math.max(LEAST_STAKE, usual * 0.4)) return []
    if (!othersHold(facts, sum(recent), sum(before))) return []
    const weekday = String(weekdayOf(last))
    const finding: Finding = {
      id: findingId(facts, 'weekday-down', weekday),
      rule: 'weekday-down',
      type: 'sales',
      confidence: difference >= usual * 0.6 ? 'high' : 'medium',
      severity: severityOf(facts, difference),
      period: { from: addDays(last, -7 * (RECENT - 1)), to: last },
      figures: [
        money('now', now),
        money('usual', usual),
        money('difference', difference),
        share('percent', difference / usual),
        count('count', RECENT),
      ],
      subject: weekday,
      records: { page: 'sales', range: window(facts, 1, 7 * (RECENT + BEFORE)) },
    }
    return [{ finding, chance: chanceOfFall(one, open) }]
  })
  return { compared: open.length, found }
}
