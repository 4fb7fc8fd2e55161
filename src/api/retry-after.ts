/** Longer waits are ignored: one wrong header must not stop a shop's sync for hours. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000

/**
 * Milliseconds out of a Retry-After header, in seconds or as a date measured against the answer's own Date header,
 * since the phone's clock may be wrong. `null` when absent or unreadable; an hour at most.
 */
export function retryAfterMs(header: string | null, dateHeader: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const wait = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(header) - (dateHeader === null ? Number.NaN : Date.parse(dateHeader))
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS) : null
}
