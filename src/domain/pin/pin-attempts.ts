/** So many wrong attempts in a row end the PIN: then the password is required. */
export const MAX_PIN_ATTEMPTS = 5

/**
 * How long the next attempt waits after so many wrong ones, in milliseconds: typing errors cost little, guessing
 * costs much.
 */
const WAITS_MS = [0, 0, 5_000, 20_000, 60_000] as const

/** The stored attempts: wrong ones in a row, and when the last was made (phone's clock). */
export type PinAttempts = { readonly failures: number; readonly triedAt: number }

export const NO_ATTEMPTS: PinAttempts = { failures: 0, triedAt: 0 }

export type AttemptAllowance =
  | { readonly kind: 'may-try' }
  | { readonly kind: 'wait'; readonly forMs: number }
  /** Too many: the password is needed. */
  | { readonly kind: 'over' }

/**
 * Whether a PIN may be tried now. A wait counts only while the clock is within it: otherwise a clock that was set
 * back would keep the owner out for longer. Setting the clock does not give more than five tries.
 */
export function pinAttemptAllowance({ failures, triedAt }: PinAttempts, now: number): AttemptAllowance {
  if (failures >= MAX_PIN_ATTEMPTS) return { kind: 'over' }
  const until = triedAt + (WAITS_MS[failures] ?? 0)
  return now >= triedAt && now < until ? { kind: 'wait', forMs: until - now } : { kind: 'may-try' }
}

/** The attempts including one that is about to be made: it counts as wrong until it succeeds. */
export function countAttempt({ failures }: PinAttempts, now: number): PinAttempts {
  return { failures: failures + 1, triedAt: now }
}

/** How many wrong attempts are left before the PIN ends. */
export function attemptsLeft({ failures }: PinAttempts): number {
  return Math.max(0, MAX_PIN_ATTEMPTS - failures)
}
