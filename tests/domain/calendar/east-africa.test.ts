import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayText,
  type FiscalDay,
  fiscalDayOf,
  fiscalTimeOf,
  notBefore,
  parseFiscalDay,
  parseInstant,
  startOfDay,
  toInstant,
} from '#domain/calendar/east-africa.ts'

const anyInstant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }).map(toInstant)

describe('East Africa Time (UTC+3, no daylight saving)', () => {
  it('changes the day at 21:00 UTC', () => {
    const before = toInstant(Date.parse('2026-11-21T20:59:59.999Z'))
    const after = toInstant(Date.parse('2026-11-21T21:00:00.000Z'))
    expect([fiscalDayOf(before), fiscalTimeOf(before)]).toEqual(['2026-11-21', '23:59:59'])
    expect([fiscalDayOf(after), fiscalTimeOf(after)]).toEqual(['2026-11-22', '00:00:00'])
  })

  it('has every moment on the day between its start and the start of the next', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        const day = fiscalDayOf(at)
        expect(startOfDay(day) <= at && at < startOfDay(addDays(day, 1))).toBe(true)
      }),
    )
  })

  it('counts days over months, years and leap days', () => {
    expect(addDays('2028-02-28' as FiscalDay, 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31' as FiscalDay, 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01' as FiscalDay, -1)).toBe('2026-02-28')
  })

  it('reads only days that exist and moments in exactly our form', () => {
    expect(parseFiscalDay('2028-02-29')).toBe('2028-02-29')
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '21-11-2026', '']) {
      expect(parseFiscalDay(text)).toBeUndefined()
    }
    expect(parseInstant('2026-11-21T10:00:00.000Z')).toBe('2026-11-21T10:00:00.000Z')
    for (const text of ['2026-11-21T10:00:00Z', '2026-11-21', '2026-11-21T10:00:00.000+03:00', 'x']) {
      expect(parseInstant(text)).toBeUndefined()
    }
  })

  it('is never earlier than the known time: a clock set to 1970 is not believed (F2)', () => {
    const told = toInstant(Date.parse('2026-11-21T10:00:00.000Z'))
    expect(notBefore(toInstant(0), told)).toBe(told)
    const later = toInstant(Date.parse('2026-11-21T10:00:00.001Z'))
    expect(notBefore(later, told)).toBe(later)
  })

  it('writes days as DD-MM-YYYY (spec §5)', () => {
    expect(dayText('2026-11-21' as FiscalDay)).toBe('21-11-2026')
  })
})
