import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { PERIOD_PRESETS, presetRange } from '#domain/calendar/period-presets.ts'

const today = '2026-03-01' as FiscalDay

describe('date range presets (spec §9)', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    // A Sunday: the week began on Monday.
    ['this-week', '2026-02-23', '2026-03-01'],
    ['last-week', '2026-02-16', '2026-02-22'],
    ['this-month', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['this-year', '2026-01-01', '2026-12-31'],
    ['last-year', '2025-01-01', '2025-12-31'],
  ] as const)('%s on Sunday, 1 March 2026', (preset, from, to) => {
    expect(presetRange(preset, today)).toEqual({ from, to })
  })

  it('knows leap years and the turn of the year', () => {
    expect(presetRange('last-month', '2028-03-31' as FiscalDay)).toEqual({
      from: '2028-02-01',
      to: '2028-02-29',
    })
    expect(presetRange('last-month', '2026-01-15' as FiscalDay)).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    })
  })

  it('law: this period holds today, and the last one ends on the day before it begins', () => {
    const anyDay = fc
      .integer({ min: 0, max: 60_000 })
      .map((days) => fiscalDayOf(toInstant(days * 86_400_000)))
    fc.assert(
      fc.property(anyDay, (day) => {
        for (const unit of ['week', 'month', 'year'] as const) {
          const [now, before] = [presetRange(`this-${unit}`, day), presetRange(`last-${unit}`, day)]
          expect(now.from <= day && day <= now.to).toBe(true)
          expect(before.to).toBe(addDays(now.from, -1))
        }
        for (const preset of PERIOD_PRESETS) {
          const { from, to } = presetRange(preset, day)
          expect(from <= to).toBe(true)
        }
      }),
    )
  })
})
