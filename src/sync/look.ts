import type { Ports } from '#data/ports.ts'

/** While somebody looks, news of the company is fetched this often. */
const LOOK_EVERY_MS = 60_000
/** An acknowledgement of the authority usually takes seconds: somebody at the counter waits for it. */
const EARLY_LOOKS_MS = [2_000, 3_000, 5_000, 20_000] as const

/** How long to wait before the next look: 2, 5, 10 and 30 seconds after something was numbered, then every minute. */
export function lookDelay(awaited: boolean, looksSince: number): number {
  return (awaited ? EARLY_LOOKS_MS[looksSince] : undefined) ?? LOOK_EVERY_MS
}

/**
 * Looks for news again and again until `stop`: often for a short time while a numbered receipt has no answer of the
 * authority, else once a minute. An authority that stays silent costs no more than the rhythm of the minute.
 */
export function startLooking(
  ports: Pick<Ports, 'wait'>,
  look: () => void,
  stop: AbortSignal,
): {
  /** Tells how many numbered receipts have no answer; more than before begins the short rhythm anew. */
  awaits(count: number): void
} {
  let known = 0
  let looks = 0
  let pause = new AbortController()
  async function run(): Promise<void> {
    while (!stop.aborted) {
      const mine = pause
      const end = () => mine.abort()
      stop.addEventListener('abort', end)
      await ports.wait(lookDelay(known > 0, looks), mine.signal)
      stop.removeEventListener('abort', end)
      if (mine.signal.aborted) continue
      looks += 1
      look()
    }
  }
  void run()
  return {
    awaits(count) {
      const more = count > known
      known = count
      if (!more) return
      looks = 0
      const before = pause
      pause = new AbortController()
      before.abort()
    },
  }
}
