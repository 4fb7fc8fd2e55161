import * as v from 'valibot'
import { parseFiscalDay } from '#domain/calendar/east-africa.ts'

/** How many decimals a number has at most; more are refused, never rounded. */
function hasDecimals(value: number, decimals: number): boolean {
  const scaled = value * 10 ** decimals
  return Math.abs(scaled - Math.round(scaled)) < 1e-6
}

function decimalField(decimals: number, least: number, most: number, description: string) {
  return v.pipe(
    v.number(),
    v.minValue(least),
    v.maxValue(most),
    v.check((value) => hasDecimals(value, decimals)),
    v.description(description),
  )
}

/** Tsh, not cents, in what a program sends. */
export const tshField = decimalField(2, 0, 999_999_999, 'Tsh, at most 2 decimals')
export const quantityNumber = decimalField(3, 0.001, 1_000_000, 'at most 3 decimals')
export const percentField = decimalField(2, 0, 100, 'percent, at most 2 decimals')

/** A moment with its offset; the day is one of the calendar. */
export const momentField = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => parseFiscalDay(text.slice(0, 10)) !== undefined),
)

/** In what is answered. */
export const tsh = v.pipe(v.number(), v.description('Tsh'))

export const dayText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/),
  v.check((text) => parseFiscalDay(text) !== undefined),
  v.description('East African day, YYYY-MM-DD'),
)
export const momentText = v.pipe(v.string(), v.description('moment in UTC, ISO 8601'))

export const idText = v.pipe(v.string(), v.uuid())

/** A line of text without control characters, at most so long. */
export function text(maxLength: number) {
  return v.pipe(
    v.string(),
    v.maxLength(maxLength),
    v.check((value) => !/\p{Cc}|\p{Cs}/u.test(value)),
  )
}

/** `?limit=1..100&after=<next of the page before>` */
export const pageEntries = {
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/), v.description('1 to 100; 25 when absent')),
  ),
  after: v.optional(
    v.pipe(v.string(), v.maxLength(300), v.description('the value of next in the page before')),
  ),
}

/** A page of records: `next` is null at the end. */
export function pageOf<T extends v.GenericSchema>(item: T) {
  return v.object({ data: v.array(item), next: v.nullable(v.string()) })
}
