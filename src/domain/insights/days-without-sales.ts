import { addDays, type FiscalDay } from '../calendar/east-africa.ts'
import { publicHolidayOn } from '../insights/public-holidays.ts'
import { median } from './baseline.ts'
import { chanceOfAtLeast } from './chance.ts'
import {
  type CompanyFacts,
  daysOf,
  figuresOn,
  findingId,
  LEAST_STAKE,
  severityOf,
  window,
} from './company-facts.ts'
import { type Comparisons, NOTHING_COMPARED } from './false-discovery.ts'
import { count, type Finding, money } from './finding.ts'

const DAYS = 14

type Usual = { readonly gross: number; readonly days: number; readonly without: number }

/** What is usual on a day, when at least seven of the eight same weekdays before the period had sales. */
function usualOf(facts: CompanyFacts, day: FiscalDay): Usual | undefined {
  const before = Array.from({ length: 10 }, (_, week) => addDays(day, -7 * (week + 1)))
    .filter((other) => other < window(facts, 1, DAYS).from && publicHolidayOn(other) === undefined)
    .slice(0, 8)
    .map((other) => figuresOn(facts, other))
  const without = before.filter((figures) => figures.count === 0).length
  if (before.length - without < 7) return undefined
  return { gross: median(before.map(({ gross }) => gross)), days: before.length, without }
}

/** Two or more days without any sale within two weeks, on weekdays that usually have sales and no public holiday. */
export function daysWithoutSales(facts: CompanyFacts): Comparisons {
  const period = window(facts, 1, DAYS)
  const days = daysOf(period).flatMap((day) => {
    const usual = publicHolidayOn(day) === undefined ? usualOf(facts, day) : undefined
    return usual === undefined ? [] : [{ ...usual, isMissed: figuresOn(facts, day).count === 0 }]
  })
  if (days.length === 0) return NOTHING_COMPARED
  const missed = days.filter(({ isMissed }) => isMissed)
  const stake = missed.reduce((sum, { gross }) => sum + gross, 0)
  if (missed.length < 2 || stake < LEAST_STAKE) return { compared: 1, found: [] }
  const finding: Finding = {
    id: findingId(facts, 'days-without-sales'),
    rule: 'days-without-sales',
    type: 'health',
    confidence: 'high',
    severity: severityOf(facts, stake),
    period,
    figures: [count('days', missed.length), money('usual', stake)],
    subject: '',
    records: { page: 'sales', range: period },
  }
  const sum = (pick: (usual: Usual) => number) => days.reduce((total, usual) => total + pick(usual), 0)
  // Half a day more, so that a shop without a single such day can have one.
  const each = (sum(({ without }) => without) + 0.5) / (sum((usual) => usual.days) + 1)
  return { compared: 1, found: [{ finding, chance: chanceOfAtLeast(missed.length, days.length, each) }] }
}
