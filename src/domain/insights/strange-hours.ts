import { HOURS_A_DAY } from '../reports/sales-by-hour.ts'
import { type CompanyFacts, daysOf, findingId, LEAST_STAKE, severityOf, window } from './company-facts.ts'
import { count, type Finding, money } from './finding.ts'
import { HOURS, RECENT_WEEKS, runsOf, total, weeksOfHours } from './weeks-of-hours.ts'

/** Sales of the last two weeks at hours at which nothing was sold in the eight before, nor in the hour before and after. */
export function strangeHours(facts: CompanyFacts): Finding[] {
  const weeks = weeksOfHours(facts)
  if (weeks === undefined) return []
  const earlier = weeks.slice(RECENT_WEEKS)
  const isClosed = (hour: number) =>
    [hour - 1, hour, hour + 1].every((one) =>
      earlier.every((week) => week[(one + HOURS_A_DAY) % HOURS_A_DAY] === 0),
    )
  const isSold = (hour: number) => weeks.slice(0, RECENT_WEEKS).some((week) => (week[hour] ?? 0) > 0)
  const runs = runsOf(HOURS.filter((hour) => isSold(hour) && isClosed(hour)))
  return runs.flatMap((run): Finding[] => {
    const grossOf = (day: string) => total(facts.hours.get(day)?.slice(run.first, run.last + 1) ?? [])
    const days = daysOf(window(facts, 1, 7 * RECENT_WEEKS)).filter((day) => grossOf(day) > 0)
    const now = total(days.map(grossOf))
    const [from, to] = [days[0], days.at(-1)]
    if (now < LEAST_STAKE || from === undefined || to === undefined) return []
    return [
      {
        id: findingId(facts, 'hours-strange', String(run.first)),
        rule: 'hours-strange',
        type: 'health',
        confidence: days.length > 1 ? 'high' : 'medium',
        severity: severityOf(facts, now),
        period: { from, to },
        figures: [money('now', now), count('days', days.length)],
        subject: `${run.first}-${run.last}`,
        records: { page: 'invoices', range: { from, to } },
      },
    ]
  })
}
