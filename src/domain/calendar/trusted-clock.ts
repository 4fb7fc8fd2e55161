import { fiscalDayOf, toInstant } from './east-africa.ts'

/** Both clocks at one moment: the server's, which fiscal time comes from, and this phone's. Milliseconds since 1970. */
export type ClockReading = { readonly serverMs: number; readonly phoneMs: number }

/** The time as far as this phone can know it, and how far its own clock is from that (true minus phone). */
export type TrustedTime = { readonly ms: number; readonly offsetMs: number }

/** A difference up to this is network delay or irrelevant. */
const TOLERANCE_MS = 2 * 60_000
/** From this difference on the person should set the clock. */
const WARNING_MS = 5 * 60_000

function corrected(phoneMs: number, offsetMs: number): TrustedTime {
  return Math.abs(offsetMs) <= TOLERANCE_MS
    ? { ms: phoneMs, offsetMs: 0 }
    : { ms: phoneMs + offsetMs, offsetMs }
}

/**
 * The time by the phone's clock, corrected by the last reading of the server's clock. A phone clock that has gone
 * back since then was set again: the old offset means nothing, but the time is certainly later than the server's
 * reading.
 */
export function trustedTime(phoneMs: number, reading: ClockReading | null): TrustedTime {
  if (reading === null) return { ms: phoneMs, offsetMs: 0 }
  const { serverMs, phoneMs: phoneThen } = reading
  if (phoneMs >= phoneThen) return corrected(phoneMs, serverMs - phoneThen)
  return corrected(phoneMs, Math.max(0, serverMs - phoneMs))
}

/**
 * Whether the phone's clock is so wrong that the person should be warned before selling: by more than five minutes,
 * or by less around midnight in East Africa, where it shows another day.
 */
export function isClockWrong(phoneMs: number, { ms, offsetMs }: TrustedTime): boolean {
  if (offsetMs === 0) return false
  return Math.abs(offsetMs) > WARNING_MS || fiscalDayOf(toInstant(phoneMs)) !== fiscalDayOf(toInstant(ms))
}
