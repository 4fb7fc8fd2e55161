import { everyMinute } from '#ui/every-minute.ts'

const HOUR_MS = 3_600_000

/**
 * Asks at once, and again about every hour while the page is visible or when it becomes visible; never without a line
 * and never more often. Returns what ends it.
 */
export function askHourly(ask: () => Promise<void>, clock: { now(): number }): () => void {
  let askedAt = Number.NEGATIVE_INFINITY
  const askIfDue = () => {
    const now = clock.now()
    // Also after the clock of the phone was set back.
    const isDue = Math.abs(now - askedAt) >= HOUR_MS
    if (!isDue || !navigator.onLine || document.visibilityState !== 'visible') return
    askedAt = now
    ask().catch(() => undefined)
  }
  askIfDue()
  return everyMinute(askIfDue)
}
