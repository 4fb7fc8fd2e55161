import { liveQuery } from 'dexie'
import type { Ports } from './ports.ts'

/**
 * Calls `next` with the result of `read`, now and whenever the data it read changes, until the returned function is
 * called. Storage failures are not reported here, but at every other use of the storage.
 */
export function watch<T>(read: () => Promise<T>, next: (value: T) => void): () => void {
  const watching = liveQuery(read).subscribe({ next, error: () => undefined })
  return () => watching.unsubscribe()
}

/** Long enough for saved data to be on the screen, too short for a person to notice the delay. */
const THROTTLE_MS = 150

/**
 * Throttles the read of a live query: the first read is immediate; after a change it waits `GATHER_MS` and includes
 * the changes of that time. A read at every change would delay the next write, in the database and on the screen.
 */
export function throttledQuery<T>(read: () => Promise<T>, { wait }: Pick<Ports, 'wait'>): () => Promise<T> {
  let latestRun = 0
  let cooldown: Promise<void> | undefined
  let latest: Promise<T> | undefined
  return async () => {
    latestRun += 1
    const thisRun = latestRun
    if (latest !== undefined) {
      cooldown ??= wait(THROTTLE_MS).finally(() => {
        cooldown = undefined
      })
      // Dexie follows a foreign promise only when it is wrapped in a native one.
      await Promise.resolve(cooldown)
      // A newer run has started: return its result.
      if (thisRun !== latestRun) return latest
    }
    latest = read()
    return latest
  }
}
