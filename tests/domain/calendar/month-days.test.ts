import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { addMonths, firstOfMonth, lastOfMonth, weeksOfMonth } from '#domain/calendar/month-days.ts'

const day = (text: string) => text as FiscalDay

describe('the days of a month', () => {
  it.each([
    ['2026-11-15', '2026-11-01', '2026-11-30'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2026-02-01', '2026-02-01', '2026-02-28'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
  ])('%s is between %s and %s', (one, first, last) => {
    expect([firstOfMonth(day(one)), lastOfMonth(day(one))]).toEqual([first, last])
  })

  it.each([
    ['2026-11-15', 1, '2026-12-15'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-30', -12, '2025-11-30'],
  ])('%s is, %i months on, %s', (one, months, other) => {
    expect(addMonths(day(one), months)).toBe(other)
  })

  it('come in weeks from Monday to Sunday', () => {
    const weeks = weeksOfMonth(day('2026-11-15'))
    expect(weeks.map((week) => week.map((one) => one?.slice(8) ?? '').join(' '))).toEqual([
      '      01',
      '02 03 04 05 06 07 08',
      '09 10 11 12 13 14 15',
      '16 17 18 19 20 21 22',
      '23 24 25 26 27 28 29',
      '30      ',
    ])
  })

  it('are each in the weeks once, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 60_000 }), (after) => {
        const one = addDays(day('2026-01-01'), after)
        const days = weeksOfMonth(one)
          .flat()
          .filter((other) => other !== undefined)
        expect(days[0]).toBe(firstOfMonth(one))
        expect(days.at(-1)).toBe(lastOfMonth(one))
        expect(days).toContain(one)
        for (const [at, other] of days.entries()) expect(other).toBe(addDays(firstOfMonth(one), at))
      }),
    )
  })
})
