import type { Ports } from '#data/ports.ts'

/** While the app is visible, changes of the company are fetched this often. */
const POLL_INTERVAL_MS = 60_000
/** An acknowledgement of the authority usually takes seconds, and the person at the counter waits for it. */
const EARLY_POLLS_MS = [2_000, 3_000, 5_000, 20_000] as const

/** The delay before the next poll: 2, 5, 10 and 30 seconds after something was numbered, then every minute. */
export function pollDelay(awaited: boolean, pollsSince: number): number {
  return (awaited ? EARLY_POLLS_MS[pollsSince] : undefined) ?? POLL_INTERVAL_MS
}

/**
 * Polls for changes until `stop`: often for a short time while a numbered receipt has no answer of the authority,
 * else once a minute. While the authority does not answer, polling stays at once a minute.
 */
export function startPolling(
  ports: Pick<Ports, 'wait'>,
  poll: () => void,
  stop: AbortSignal,
): {
  /** Reports how many numbered receipts have no answer; an increase starts the short intervals again. */
  setAwaited(count: number): void
} {
  let known = 0
  let polls = 0
  let currentWait = new AbortController()
  async function run(): Promise<void> {
    while (!stop.aborted) {
      const mine = currentWait
      const end = () => mine.abort()
      stop.addEventListener('abort', end)
      await ports.wait(pollDelay(known > 0, polls), mine.signal)
      stop.removeEventListener('abort', end)
      if (mine.signal.aborted) continue
      polls += 1
      poll()
    }
  }
  void run()
  return {
    setAwaited(count) {
      const more = count > known
      known = count
      if (!more) return
      polls = 0
      const before = currentWait
      currentWait = new AbortController()
      before.abort()
    },
  }
}
