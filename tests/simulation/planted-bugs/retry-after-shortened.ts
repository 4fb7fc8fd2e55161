/** Planted: the spread lies within the wait that was asked for, and not behind it. */
export function requestedDelay(retryAfterMs: number, random: number): number {
  return Math.floor(random * retryAfterMs)
}
