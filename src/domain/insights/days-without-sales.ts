import { addDays } from '../calendar/east-africa.ts'
import { median } from './baseline.ts'
import {
  type CompanyFacts,
  daysOf,
  figuresOn,
  findingId,
  LEAST_STAKE,
  severityOf,
  window,
} from './company-facts.ts'
import { count, type Finding, money } from './finding.ts'

const DAYS = 14

/** The usual gross of a day, when at least seven of the eight same weekdays before the period had sales. */
function usualOf(facts: CompanyFacts, day: ReturnType<typeof addDays>): number | undefined {
  const before = Array.from({ length: 10 }, (_, week) => addDays(day, -7 * (week + 1)))
    .filter((other) => other < window(facts, 1, DAYS).from)
    .slice(0, 8)
    .map((other) => figuresOn(facts, other))
  if (before.filter((figures) => figures.count > 0).length < 7) return undefined
  return median(before.map(({ gross }) => gross))
}

/** Two or more days without any sale within two weeks, on weekdays that usually have sales. */
export function daysWithoutSales(facts: CompanyFacts): Finding[] {
  const period = window(facts, 1, DAYS)
  const missed = daysOf(period).flatMap((day) => {
    const usual = figuresOn(facts, day).count === 0 ? usualOf(facts, day) : undefined
    return usual === undefined ? [] : [usual]
  })
  const stake = missed.reduce((sum, usual) => sum + usual, 0)
  if (missed.length < 2 || stake < LEAST_STAKE) return []
  return [
    {
      id: findingId(facts, 'days-without-sales'),
      rule: 'days-without-sales',
      type: 'health',
      confidence: 'high',
      severity: severityOf(facts, stake),
      period,
      figures: [count('days', missed.length), money('usual', stake)],
      subject: '',
      records: { page: 'sales', range: period },
    },
  ]
}
