import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { findInsights } from '#domain/insights/find-insights.ts'
import type { Finding, FindingRule } from '#domain/insights/finding.ts'
import { EVENT, EVENTS, type Event, factsAt, UNUSUAL_DAY } from './made-up-year.ts'

/** `INSIGHT_YEARS=50` counts over fifty made-up years for each event; the README has the numbers of ten and of fifty. */
const YEARS = Number(process.env['INSIGHT_YEARS'] ?? 10)
const SEEDS = Array.from({ length: YEARS }, (_, seed) => seed + 1)
const LONGEST_MS = YEARS > 10 ? 30 * 60_000 : 240_000
/** A planted event counts as found within seven weeks; a month may have to end first. */
const WEEKS = 7

/** One of the subjects is enough: of two early closing hours the first may be found alone. */
const FOUND_BY: Record<Event, { readonly rule: FindingRule; readonly subjects: readonly string[] }> = {
  'a weekday collapses': { rule: 'weekday-down', subjects: ['4'] },
  'sales fall by half': { rule: 'sales-falling', subjects: [''] },
  'an unusual day': { rule: 'day-down', subjects: [UNUSUAL_DAY] },
  'an unusually good day': { rule: 'day-rising', subjects: [UNUSUAL_DAY] },
  'the shop closes early': { rule: 'hours-down', subjects: ['18-19', '18-18', '19-19'] },
  'a rush at lunch': { rule: 'hours-rising', subjects: ['13-13'] },
  'sales at night': { rule: 'hours-strange', subjects: ['2-2'] },
  'days without sales': { rule: 'days-without-sales', subjects: [''] },
  'a product dies': { rule: 'product-falling', subjects: ['p2'] },
  'refunds jump': { rule: 'refunds-high', subjects: [''] },
  'discounts jump': { rule: 'discounts-high', subjects: [''] },
  'a customer stops': { rule: 'customer-stopped', subjects: ['c1'] },
  'a customer pays late': { rule: 'customer-slow', subjects: ['c2'] },
  'a category doubles': { rule: 'category-jump', subjects: ['TRANSPORT'] },
  'a till loses 5 %': { rule: 'cash-short', subjects: ['Juma'] },
  'VAT doubles': { rule: 'vat-rising', subjects: [''] },
}

function isFound(seed: number, event: Event): boolean {
  const { rule, subjects } = FOUND_BY[event]
  for (let week = 1; week <= WEEKS; week += 1) {
    const findings = findInsights(factsAt(seed, event, addDays(EVENT, 7 * week)))
    if (findings.some((finding) => finding.rule === rule && subjects.includes(finding.subject))) return true
  }
  return false
}

/** What the rules say in the quiet part of a year, looked at once a week; the reminder of the 20th is no alarm. */
function alarmsOfQuietYear(seed: number): { readonly alarms: readonly Finding[]; readonly months: number } {
  const alarms = new Map<string, Finding>()
  const first = '2025-04-01' as FiscalDay
  let day = first
  for (; day < '2026-01-01'; day = addDays(day, 7)) {
    for (const finding of findInsights(factsAt(seed, undefined, day))) {
      if (finding.rule !== 'vat-due') alarms.set(finding.id, finding)
    }
  }
  return { alarms: [...alarms.values()], months: 9 }
}

describe('findings in made-up years', () => {
  const file = new URL('../../../src/domain/insights/README.md', import.meta.url)
  const readme = readFileSync(file, 'utf8').replaceAll('\n', ' ')

  it(
    'finds at least 90 % of the planted events, and the README has the numbers',
    () => {
      const rows = EVENTS.map((event) => ({
        event,
        found: SEEDS.filter((seed) => isFound(seed, event)).length,
      }))
      const all = rows.reduce((sum, { found }) => sum + found, 0)
      expect(all / (EVENTS.length * SEEDS.length)).toBeGreaterThanOrEqual(0.9)
      const always = rows.filter(({ found }) => found === SEEDS.length).map(({ event }) => event)
      const others = rows.filter(({ found }) => found < SEEDS.length)
      expect(readme).toContain(`Each of the others ${YEARS} of ${YEARS}: ${always.join(', ')}.`)
      expect(readme).toContain(
        `Not always found: ${others.map(({ event, found }) => `${event} ${found} of ${YEARS}`).join(', ')}.`,
      )
    },
    LONGEST_MS,
  )

  it(
    'raises at most one false alarm a month, and the README has the number',
    () => {
      const years = SEEDS.map(alarmsOfQuietYear)
      const alarms = years.flatMap((year) => year.alarms)
      const rate = alarms.length / years.reduce((sum, { months }) => sum + months, 0)
      expect(rate).toBeLessThanOrEqual(1)
      expect(readme, alarms.map(({ id }) => id).join(' ')).toContain(
        `${rate.toFixed(2)} a month in ${YEARS} quiet years`,
      )
    },
    LONGEST_MS,
  )
})
