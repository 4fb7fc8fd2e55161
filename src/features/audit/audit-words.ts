import { isAct } from '#domain/audit/acts.ts'
import { dayText, fiscalDayOf, fiscalTimeOf, type Instant } from '#domain/calendar/east-africa.ts'
import { ACT_NAMES } from '#i18n/act-names.ts'
import type { Translate } from '#i18n/format-dates.ts'

/** An act in words; one that only a newer server knows by its name there. */
export function actName(action: string, translate: Translate): string {
  return isAct(action) ? translate(ACT_NAMES[action]) : action
}

/** A moment in East Africa: `23-11-2026 14:05:09`. */
export function momentText(at: Instant): string {
  return `${dayText(fiscalDayOf(at))} ${fiscalTimeOf(at)}`
}
