import { type RawBuilder, sql } from 'kysely'
import { type FiscalDay, type Instant, parseFiscalDay, parseInstant } from '#domain/calendar/east-africa.ts'

/** A `bigint` column as a number. Throws `RangeError` when a number cannot hold it. */
export function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`)
  return value
}

/** A moment column. Throws `RangeError` when the connection does not return ISO text. */
export function parseMoment(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new RangeError(`not a moment: ${text}`)
  return at
}

/** A moment column that may be empty. */
export function parseNullableMoment(text: string | null): Instant | null {
  return text === null ? null : parseMoment(text)
}

/** A day column. Throws `RangeError` when no such day exists. */
export function parseDay(text: string): FiscalDay {
  const day = parseFiscalDay(text)
  if (day === undefined) throw new RangeError(`not a day: ${text}`)
  return day
}

/**
 * Any of these ids, as one parameter: the statement reads the same however many there are, so that the database plans
 * it once.
 */
export function anyId(ids: readonly string[]): RawBuilder<string> {
  return sql`any(${[...ids]}::uuid[])`
}
