import { EAT_OFFSET_MS } from './east-africa-offset.ts'

declare const fiscalDay: unique symbol
export interface FiscalDayBrand {
  readonly [fiscalDay]: true
}
declare const instant: unique symbol
export interface InstantBrand {
  readonly [instant]: true
}

/** A calendar day in East Africa Time, `YYYY-MM-DD`. Compares as text. */
export type FiscalDay = string & FiscalDayBrand
/** A moment, `YYYY-MM-DDTHH:MM:SS.mmmZ` (UTC). Compares as text. */
export type Instant = string & InstantBrand

export const DAY_MS = 24 * 60 * 60 * 1000

/** Milliseconds since 1970 as an `Instant`. */
export function toInstant(ms: number): Instant {
  return new Date(ms).toISOString() as Instant
}

export function instantMs(at: Instant): number {
  return Date.parse(at)
}

/** Reads a text as an `Instant`; `undefined` when it is not one in exactly our form. */
export function parseInstant(text: string): Instant | undefined {
  const ms = Date.parse(text)
  return Number.isFinite(ms) && new Date(ms).toISOString() === text ? (text as Instant) : undefined
}

/**
 * The reading of a clock, but never earlier than a known moment: a phone that lost its power shows 1970, for which no
 * tax rate is known.
 */
export function notBefore(reading: Instant, earliest: Instant): Instant {
  return reading < earliest ? earliest : reading
}

/** The day in East Africa at a moment. */
export function fiscalDayOf(at: Instant): FiscalDay {
  return new Date(instantMs(at) + EAT_OFFSET_MS).toISOString().slice(0, 10) as FiscalDay
}

/** The wall clock in East Africa at a moment, `HH:MM:SS`. */
export function fiscalTimeOf(at: Instant): string {
  return new Date(instantMs(at) + EAT_OFFSET_MS).toISOString().slice(11, 19)
}

/** Reads `YYYY-MM-DD`; `undefined` when no such day exists. */
export function parseFiscalDay(text: string): FiscalDay | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text) ? (text as FiscalDay) : undefined
}

/** The moment a day begins in East Africa. */
export function startOfDay(day: FiscalDay): Instant {
  return toInstant(Date.parse(`${day}T00:00:00.000Z`) - EAT_OFFSET_MS)
}

/** The day `days` later (or earlier, when negative). */
export function addDays(day: FiscalDay, days: number): FiscalDay {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10) as FiscalDay
}

/** The earlier of two days. */
export function earlierDay(a: FiscalDay, b: FiscalDay): FiscalDay {
  if (a < b) return a
  return b
}

/** The later of two days. */
export function laterDay(a: FiscalDay, b: FiscalDay): FiscalDay {
  return a > b ? a : b
}

/** `DD-MM-YYYY`, the date form of the app (spec §5). */
export function dayText(day: FiscalDay): string {
  return `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`
}
