import * as v from 'valibot'
import { type FiscalDay, type Instant, parseFiscalDay, parseInstant } from '#domain/calendar/east-africa.ts'
import type { ErrorCode } from '../error-codes.ts'

/** A moment in UTC with milliseconds, `2026-11-21T10:00:00.000Z`. */
export const instantField = v.pipe(
  v.string(),
  v.check((text) => parseInstant(text) !== undefined),
  v.transform((text) => text as Instant),
)

/** A day in East Africa, `2026-11-21`. `refusal` is the code for anything else, where there is one. */
export function fiscalDayFieldOr(refusal?: ErrorCode) {
  return v.pipe(
    v.string(),
    v.check((text) => parseFiscalDay(text) !== undefined, refusal),
    v.transform((text) => text as FiscalDay),
  )
}
export const fiscalDayField = fiscalDayFieldOr()
