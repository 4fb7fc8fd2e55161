import { everyMinute } from '#ui/every-minute.ts'

const HOUR_MS = 3_600_000
/** How soon a question that had no answer is asked again. */
const AGAIN_MS = 5 * 60_000

/**
 * Asks at once, and again about every hour while the page is visible or when it becomes visible; after five minutes where
 * `ask` fails. Never without a line and never more often. Returns what ends it.
 */
export function askHourly(ask: () => Promise<void>, clock: { now(): number }): () => void {
  let askedAt = Number.NEGATIVE_INFINITY
  let pauseMs = HOUR_MS
  const askIfDue = () => {
    const now = clock.now()
    // Also after the clock of the phone was set back.
    const isDue = Math.abs(now - askedAt) >= pauseMs
    if (!isDue || !navigator.onLine || document.visibilityState !== 'visible') return
    askedAt = now
    pauseMs = AGAIN_MS
    ask().then(
      () => {
        pauseMs = HOUR_MS
      },
      () => undefined,
    )
  }
  askIfDue()
  return everyMinute(askIfDue)
}
