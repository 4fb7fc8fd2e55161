const FIRST_MS = 1_000
export const LONGEST_DELAY_MS = 5 * 60_000

/**
 * How long to wait after a number of failures in a row: a random time between nothing and `1 s × 2^failures`, five
 * minutes at most (full jitter: phones that lost the server together do not all return at the same moment). `random`
 * is from 0 to 1.
 */
export function retryDelay(failures: number, random: number): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_MS * 2 ** Math.min(failures, 20))
  return Math.floor(random * ceiling)
}

/** After Retry-After: the requested wait plus a random time up to ten seconds. */
export function requestedDelay(retryAfterMs: number, random: number): number {
  return retryAfterMs + Math.floor(random * 10_000)
}
