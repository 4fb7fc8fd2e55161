import { type FiscalDay, parseFiscalDay } from '#domain/calendar/east-africa.ts'
import {
  type DayRange,
  PERIOD_PRESETS,
  type PeriodPreset,
  presetRange,
} from '#domain/calendar/period-presets.ts'

/** The period of a report in the address: a preset by name, so that a saved link moves with the days. */
export type ReportSearchParams = {
  readonly period?: PeriodPreset
  readonly from?: FiscalDay
  readonly to?: FiscalDay
}

const DEFAULT_PRESET: PeriodPreset = 'this-month'

/** The parameters of an address query that a report understands; the rest is ignored. */
export function parseReportParams(search: Readonly<Record<string, unknown>>): ReportSearchParams {
  const period = PERIOD_PRESETS.find((preset) => preset === search['period'])
  if (period) return { period }
  const day = (name: string) => {
    const text = search[name]
    return typeof text === 'string' ? parseFiscalDay(text) : undefined
  }
  const [from, to] = [day('from'), day('to')]
  return { ...(from && { from }), ...(to && { to }) }
}

/**
 * The preset and the days that an address means today. With one end alone the other is open: up to today, or that day
 * alone.
 */
export function rangeFromParams(
  { period, from, to }: ReportSearchParams,
  today: FiscalDay,
): { readonly preset: PeriodPreset | undefined; readonly range: DayRange } {
  if (from === undefined && to === undefined) {
    const preset = period ?? DEFAULT_PRESET
    return { preset, range: presetRange(preset, today) }
  }
  const last = to ?? (from !== undefined && from > today ? from : today)
  const first = from ?? last
  return { preset: undefined, range: first <= last ? { from: first, to: last } : { from: last, to: first } }
}

/** The address of a chosen period: its name when it has one. */
export function paramsOfPeriod(
  { from, to }: { readonly from?: FiscalDay | undefined; readonly to?: FiscalDay | undefined },
  today: FiscalDay,
): ReportSearchParams {
  const period = PERIOD_PRESETS.find((preset) => {
    const range = presetRange(preset, today)
    return range.from === from && range.to === to
  })
  return period ? { period } : { ...(from && { from }), ...(to && { to }) }
}
