const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long after each failed attempt the next one comes (Standard Webhooks, recommended schedule). */
const PAUSES_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
]

/** Attempts before the address is switched off: over three days. */
export const MAX_WEBHOOK_ATTEMPTS = PAUSES_MS.length + 1

/**
 * Milliseconds until the next attempt, after so many failed ones; `undefined` after the last. `chance` from 0 to 1
 * spreads them over a tenth, so that an address that comes back is not asked by all at once; a longer wait that the
 * address asked for is kept, up to a day.
 */
export function webhookPauseMs(attempts: number, chance: number, askedMs = 0): number | undefined {
  const pause = PAUSES_MS[attempts - 1]
  if (pause === undefined) return undefined
  return Math.max(Math.round(pause * (1 + chance / 10)), Math.min(askedMs, 24 * HOUR))
}
