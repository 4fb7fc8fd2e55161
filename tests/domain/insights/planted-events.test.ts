import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { findInsights } from '#domain/insights/find-insights.ts'
import type { Finding, FindingRule } from '#domain/insights/finding.ts'
import { EVENT, EVENTS, type Event, factsAt } from './made-up-year.ts'

const SEEDS = Array.from({ length: 10 }, (_, seed) => seed + 1)
/** A planted event counts as found within seven weeks; a month may have to end first. */
const WEEKS = 7

const FOUND_BY: Record<Event, { readonly rule: FindingRule; readonly subject: string }> = {
  'a weekday collapses': { rule: 'weekday-down', subject: '4' },
  'sales fall by half': { rule: 'sales-falling', subject: '' },
  'days without sales': { rule: 'days-without-sales', subject: '' },
  'a product dies': { rule: 'product-falling', subject: 'p2' },
  'refunds jump': { rule: 'refunds-high', subject: '' },
  'discounts jump': { rule: 'discounts-high', subject: '' },
  'a customer stops': { rule: 'customer-stopped', subject: 'c1' },
  'a category doubles': { rule: 'category-jump', subject: 'TRANSPORT' },
  'VAT doubles': { rule: 'vat-rising', subject: '' },
}

function isFound(seed: number, event: Event): boolean {
  const { rule, subject } = FOUND_BY[event]
  for (let week = 1; week <= WEEKS; week += 1) {
    const findings = findInsights(factsAt(seed, event, addDays(EVENT, 7 * week)))
    if (findings.some((finding) => finding.rule === rule && finding.subject === subject)) return true
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
  const readme = readFileSync(new URL('../../../src/domain/insights/README.md', import.meta.url), 'utf8')

  it('finds at least 90 % of the planted events, and the README has the numbers', () => {
    const rows = EVENTS.map((event) => ({
      event,
      found: SEEDS.filter((seed) => isFound(seed, event)).length,
    }))
    const all = rows.reduce((sum, { found }) => sum + found, 0)
    const table = rows.map(({ event, found }) => `| ${event} | ${found} of ${SEEDS.length} |`)
    expect(all / (EVENTS.length * SEEDS.length)).toBeGreaterThanOrEqual(0.9)
    expect(table.filter((line) => !readme.includes(line))).toEqual([])
  })

  it('raises at most one false alarm a month, and the README has the number', () => {
    const years = SEEDS.map(alarmsOfQuietYear)
    const alarms = years.flatMap((year) => year.alarms)
    const rate = alarms.length / years.reduce((sum, { months }) => sum + months, 0)
    expect(rate).toBeLessThanOrEqual(1)
    expect(readme, alarms.map(({ id }) => id).join(' ')).toContain(`${rate.toFixed(2)} a month`)
  })
})
