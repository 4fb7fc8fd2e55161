import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PeriodPreset } from '#domain/calendar/period-presets.ts'

/** The date ranges by name (spec §9). */
export const PERIOD_PRESET_NAMES = {
  today: msg`Today`,
  yesterday: msg`Yesterday`,
  'this-week': msg`This week`,
  'last-week': msg`Last week`,
  'this-month': msg`This month`,
  'last-month': msg`Last month`,
  'this-year': msg`This year`,
  'last-year': msg`Last year`,
} satisfies Record<PeriodPreset, MessageDescriptor>
