import * as v from 'valibot'
import { type FiscalDay, type Instant, parseFiscalDay, parseInstant } from '#domain/calendar/east-africa.ts'

/** A moment in UTC with milliseconds, `2026-11-21T10:00:00.000Z`. */
export const instantField = v.pipe(
  v.string(),
  v.check((text) => parseInstant(text) !== undefined),
  v.transform((text) => text as Instant),
)

/** A day in East Africa, `2026-11-21`. */
export const fiscalDayField = v.pipe(
  v.string(),
  v.check((text) => parseFiscalDay(text) !== undefined),
  v.transform((text) => text as FiscalDay),
)
