import { addDays, type FiscalDay } from '../calendar/east-africa.ts'
import { publicHolidayOn } from '../insights/public-holidays.ts'
import { distancesOf, LEAST_SPREAD, median, OUT_OF_LINE, scoreOf } from './baseline.ts'
import { chanceOfScore } from './chance.ts'
import {
  type CompanyFacts,
  confidenceOf,
  daysOf,
  figuresOn,
  findingId,
  firstSale,
  LEAST_STAKE,
  severityOf,
  window,
} from './company-facts.ts'
import { type Candidate, type Comparisons, NOTHING_COMPARED } from './false-discovery.ts'
import { type Finding, money, share } from './finding.ts'

const DAYS = 7
const WEEKS = 10
/** More days than these in a week are no exception: the sales as a whole have changed, and other rules say so. */
const MOST_DAYS = 2

type Unusual = {
  readonly day: FiscalDay
  readonly now: number
  readonly usual: number
  readonly score: number
  readonly chance: number
}

/** A day that sold at most a third or at least twice what its weekday usually sells; no day without any sale, no low public holiday. */
function unusualOn(facts: CompanyFacts, day: FiscalDay): Unusual | undefined {
  const now = figuresOn(facts, day).gross
  const before = Array.from({ length: WEEKS }, (_, week) => addDays(day, -7 * (week + 1)))
    .filter((other) => publicHolidayOn(other) === undefined)
    .map((other) => figuresOn(facts, other))
    .filter(({ count }) => count > 0)
  if (now <= 0 || before.length < WEEKS - 2) return undefined
  const gross = before.map((figures) => figures.gross)
  const usual = median(gross)
  const score = scoreOf(now, gross, usual * LEAST_SPREAD)
  if (Math.abs(score) < OUT_OF_LINE || Math.abs(now - usual) < LEAST_STAKE) return undefined
  if (now < usual * 2 && (now > usual / 3 || publicHolidayOn(day) !== undefined)) return undefined
  const [distance = 0] = distancesOf([now], usual)
  const farness = scoreOf(distance, distancesOf(gross, usual), LEAST_SPREAD)
  return { day, now, usual, score, chance: chanceOfScore(farness, gross.length - 1) }
}

/**
 * Single days of the last week far from what the same weekday usually sells. A weekday that was out of line the week
 * before too, or a week with several such days, is no exception.
 */
export function unusualDay(facts: CompanyFacts): Comparisons {
  if (firstSale(facts) > addDays(facts.today, -7 * WEEKS)) return NOTHING_COMPARED
  const found = daysOf(window(facts, 1, DAYS)).flatMap((day) => unusualOn(facts, day) ?? [])
  if (found.length > MOST_DAYS) return { compared: DAYS, found: [] }
  const candidates = found
    .filter(({ day, score }) => {
      const earlier = unusualOn(facts, addDays(day, -7))
      return earlier === undefined || Math.sign(earlier.score) !== Math.sign(score)
    })
    .map(({ day, now, usual, score, chance }): Candidate => {
      const rule = score > 0 ? 'day-rising' : 'day-down'
      const finding: Finding = {
        // The month is that of the day: an answer holds when the month of today ends.
        id: findingId({ today: day }, rule, day),
        rule,
        type: 'sales',
        confidence: confidenceOf(score),
        severity: severityOf(facts, now - usual),
        period: { from: day, to: day },
        figures: [
          money('now', now),
          money('usual', usual),
          money('difference', Math.abs(now - usual)),
          share('percent', Math.abs(now - usual) / usual),
        ],
        subject: day,
        records: { page: 'invoices', range: { from: day, to: day } },
      }
      return { finding, chance }
    })
  return { compared: DAYS, found: candidates }
}
