/** The choices of idle minutes after which a phone locks. */
export const IDLE_MINUTES = [1, 2, 5, 15, 30] as const
export type IdleMinutes = (typeof IDLE_MINUTES)[number]

export const DEFAULT_IDLE_MINUTES: IdleMinutes = 5

/** A correction of the clock by less than this, after an answer of the server, is no jump. */
const CLOCK_STEP_MS = 60_000

/**
 * Whether the person has been inactive for the chosen time. All times are this phone's, in milliseconds. A clock that
 * was set back by more than a minute counts as inactive: setting it back must not keep a phone unlocked.
 */
export function isIdle(activeAt: number, now: number, minutes: IdleMinutes): boolean {
  return now - activeAt >= minutes * 60_000 || now < activeAt - CLOCK_STEP_MS
}

export function isIdleMinutes(minutes: number): minutes is IdleMinutes {
  return IDLE_MINUTES.some((known) => known === minutes)
}
