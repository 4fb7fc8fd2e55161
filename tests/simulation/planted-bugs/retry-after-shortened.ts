/** Planted: the jitter is within the requested wait instead of after it. */
export function requestedDelay(retryAfterMs: number, random: number): number {
  return Math.floor(random * retryAfterMs)
}
