import { HOURS_A_DAY } from '../reports/sales-by-hour.ts'
import { median, OUT_OF_LINE, robustSpread, scoreOf } from './baseline.ts'
import { chanceOfScore } from './chance.ts'
import {
  type CompanyFacts,
  confidenceOf,
  findingId,
  LEAST_STAKE,
  severityOf,
  window,
} from './company-facts.ts'
import { type Candidate, type Comparisons, NOTHING_COMPARED } from './false-discovery.ts'
import { type Finding, money, share } from './finding.ts'
import {
  WEEKS_BEFORE as BEFORE,
  HOURS,
  RECENT_WEEKS as RECENT,
  type Run,
  runsOf,
  total,
  weeksOfHours,
} from './weeks-of-hours.ts'

/** More hours than these are no exception: the sales as a whole have changed, and other rules say so. */
const MOST_HOURS = 4
/** At most this part of the usual, or at least. */
const [FELL, ROSE] = [0.5, 1.6]
/** How far the other hours may be from usual, up or down. */
const OTHERS_HOLD = 1.4
/** Two weeks against a median of eight: its own error makes the distance larger by this factor. */
const USUAL_VARIES = 1.18

/** Gross of some hours of the day in each of the last two weeks, and of the eight before. */
type WeeksOfHours = { readonly recent: readonly number[]; readonly before: readonly number[] }

function isOpen({ before }: WeeksOfHours): boolean {
  return median(before) > 0
}

/** Few sales vary more than many, their roots alike: so the spread of one hour is that of all, at least. */
function spreadOfRoots(hours: readonly WeeksOfHours[]): number {
  return median(hours.filter(isOpen).map(({ before }) => robustSpread(before.map(Math.sqrt))))
}

/** Robust standard deviations from usual, of what is far from it in both weeks, each beyond all eight; else 0. */
function scoreOfHours({ recent, before }: WeeksOfHours, leastSpread: number): number {
  const usual = median(before)
  const now = median(recent)
  if (usual <= 0) return 0
  // The middle of two weeks varies less than one.
  const score = Math.SQRT2 * scoreOf(Math.sqrt(now), before.map(Math.sqrt), leastSpread)
  const isFar =
    (now <= usual * FELL && Math.max(...recent) < Math.min(...before)) ||
    (now >= usual * ROSE && Math.min(...recent) > Math.max(...before))
  return isFar && Math.abs(score) >= OUT_OF_LINE ? score : 0
}

/** The hours in a row that changed most, in one direction, while the other hours hold. */
function changedHours(facts: CompanyFacts, weeks: readonly (readonly number[])[], sign: 1 | -1): Candidate[] {
  const at = ({ first, last }: Run): WeeksOfHours => {
    const sums = weeks.map((week) => total(week.slice(first, last + 1)))
    return { recent: sums.slice(0, RECENT), before: sums.slice(RECENT) }
  }
  const each = HOURS.map((hour) => at({ first: hour, last: hour }))
  const spread = spreadOfRoots(each)
  const odd = each.flatMap((sums, hour) => (scoreOfHours(sums, spread) * sign > 0 ? [hour] : []))
  const runs = runsOf(odd).map((run) => {
    const sums = at(run)
    const [now, usual] = [total(sums.recent), RECENT * median(sums.before)]
    return { run, now, usual, change: (now - usual) * sign, score: scoreOfHours(sums, spread) }
  })
  const [found] = runs.sort((a, b) => b.change - a.change)
  if (found === undefined || odd.length > MOST_HOURS) return []
  const { run, now, usual, score } = found
  const whole = at({ first: 0, last: HOURS_A_DAY - 1 })
  const others = total(whole.recent) - now
  const usualOthers = RECENT * median(whole.before) - usual
  if (others * OTHERS_HOLD < usualOthers || others > usualOthers * OTHERS_HOLD) return []
  if (score === 0 || found.change < LEAST_STAKE) return []
  const rule = sign > 0 ? 'hours-rising' : 'hours-down'
  const period = window(facts, 1, 7 * RECENT)
  const finding: Finding = {
    id: findingId(facts, rule, String(run.first)),
    rule,
    type: 'sales',
    confidence: confidenceOf(score),
    severity: severityOf(facts, found.change / RECENT),
    period,
    figures: [
      money('now', now),
      money('usual', usual),
      money('difference', found.change),
      share('percent', found.change / usual),
    ],
    subject: `${run.first}-${run.last}`,
    records: { page: 'sales', range: period },
  }
  // The spread is at least that of all open hours: as certain as about a third of their weeks.
  const freedom = Math.max(BEFORE - 1, Math.round((each.filter(isOpen).length * (BEFORE - 1)) / 3))
  return [{ finding, chance: chanceOfScore(score / USUAL_VARIES, freedom) }]
}

/**
 * Hours of the day that sell far less or more in each of the last two weeks than in the eight before, while the others
 * hold.
 */
export function unusualHours(facts: CompanyFacts): Comparisons {
  const weeks = weeksOfHours(facts)
  if (weeks === undefined) return NOTHING_COMPARED
  const open = HOURS.filter((hour) => median(weeks.slice(RECENT).map((week) => week[hour] ?? 0)) > 0)
  return {
    compared: open.length,
    found: [...changedHours(facts, weeks, -1), ...changedHours(facts, weeks, 1)],
  }
}
