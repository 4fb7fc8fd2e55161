import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { islamicDateOf } from '#domain/insights/islamic-date.ts'
import {
  easterSunday,
  ISLAMIC_HOLIDAYS,
  PUBLIC_HOLIDAYS,
  publicHolidayOn,
} from '#domain/insights/public-holidays.ts'

describe('public holidays of Tanzania (tanzania-facts §7)', () => {
  // As printed in calendars; the earliest and the latest possible day are among them.
  it.each([
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %i is %s', (year, day) => {
    expect(easterSunday(year)).toBe(day)
  })

  it('each comes once a year, on its day', () => {
    const found = new Map<string, string>()
    const islamic: readonly string[] = ISLAMIC_HOLIDAYS
    for (let day = '2026-01-01' as FiscalDay; day < '2027-01-01'; day = addDays(day, 1)) {
      const holiday = publicHolidayOn(day)
      if (holiday !== undefined && !islamic.includes(holiday)) found.set(day, holiday)
    }
    expect([...found.values()].sort()).toEqual(PUBLIC_HOLIDAYS.filter((one) => !islamic.includes(one)).sort())
    expect(found.get('2026-04-03')).toBe('good-friday')
    expect(found.get('2026-04-06')).toBe('easter-monday')
    expect(found.get('2026-01-12')).toBe('zanzibar-revolution')
    expect(found.get('2026-12-26')).toBe('boxing-day')
  })

  // As they were kept in Tanzania, by the sight of the moon.
  it.each([
    ['eid-al-fitr', '2023-04-22', '2024-04-10', '2025-03-31'],
    ['eid-al-adha', '2023-06-29', '2024-06-17', '2025-06-07'],
    ['maulid', '2023-09-28', '2024-09-16', '2025-09-05'],
  ])('%s is found where the moon put it', (holiday, ...days) => {
    expect(days.map((day) => publicHolidayOn(day as FiscalDay))).toEqual([holiday, holiday, holiday])
  })

  it('three days in a row count as an Islamic holiday, in each year of the calendar', () => {
    const rows: [string, number][] = []
    for (let day = '2026-01-01' as FiscalDay; day < '2027-01-01'; day = addDays(day, 1)) {
      const holiday = publicHolidayOn(day)
      if (holiday === undefined || !ISLAMIC_HOLIDAYS.some((one) => one === holiday)) continue
      const last = rows.at(-1)
      if (last?.[0] === holiday) last[1] += 1
      else rows.push([holiday, 1])
    }
    expect(rows).toEqual([
      ['eid-al-fitr', 3],
      ['eid-al-adha', 3],
      ['maulid', 3],
    ])
  })

  it('the computed Islamic calendar is that of the runtime, day by day over a cycle of thirty years', () => {
    const theirs = new Intl.DateTimeFormat('en-u-ca-islamic-civil-nu-latn', {
      ...{ timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' },
    } as const)
    const wrong: string[] = []
    for (let day = '2010-01-01' as FiscalDay; day < '2041-01-01'; day = addDays(day, 1)) {
      const part = (type: string) =>
        Number(theirs.formatToParts(new Date(`${day}T00:00:00Z`)).find((found) => found.type === type)?.value)
      const own = islamicDateOf(day)
      if (part('year') !== own.year || part('month') !== own.month || part('day') !== own.day) wrong.push(day)
    }
    expect(wrong).toEqual([])
  })
})
