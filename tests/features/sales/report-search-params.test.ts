import { describe, expect, it } from 'vitest'
import { paramsOfPeriod, parseReportParams, rangeFromParams } from '#blocks/report/report-search-params.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { PERIOD_PRESETS, presetRange } from '#domain/calendar/period-presets.ts'

const today = '2026-11-23' as FiscalDay

describe('the period of the sales report in the address (spec §9)', () => {
  it.each(PERIOD_PRESETS)(
    'keeps %s by name, so that the same address means other days tomorrow',
    (preset) => {
      const range = presetRange(preset, today)
      const params = paramsOfPeriod(range, today)
      expect(params).toEqual({ period: preset })
      expect(rangeFromParams(parseReportParams({ ...params }), today)).toEqual({ preset, range })
    },
  )

  it('keeps two days of one’s own, puts them in order, and closes an open end', () => {
    const open = (search: Record<string, unknown>) => rangeFromParams(parseReportParams(search), today).range
    expect(paramsOfPeriod({ from: '2026-11-03' as FiscalDay, to: '2026-11-05' as FiscalDay }, today)).toEqual(
      {
        from: '2026-11-03',
        to: '2026-11-05',
      },
    )
    expect(open({ from: '2026-11-05', to: '2026-11-03' })).toEqual({ from: '2026-11-03', to: '2026-11-05' })
    expect(open({ from: '2026-11-05' })).toEqual({ from: '2026-11-05', to: today })
    expect(open({ from: '2026-12-05' })).toEqual({ from: '2026-12-05', to: '2026-12-05' })
    expect(open({ to: '2026-11-05' })).toEqual({ from: '2026-11-05', to: '2026-11-05' })
  })

  it('shows this month when the address says nothing that it understands', () => {
    for (const search of [{}, { period: 'ever' }, { from: '31-12-2026' }, { to: 7 }]) {
      expect(rangeFromParams(parseReportParams(search), today).preset).toBe('this-month')
    }
  })
})
