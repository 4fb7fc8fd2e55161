import { setTimeout as sleep } from 'node:timers/promises'

/** How often a page is looked at. */
const LOOK_EVERY_MS = 100

/**
 * Tries until it gives something else than `undefined`; a failure counts as nothing yet. Throws with the last one when
 * the time is over.
 */
export async function until<Found>(
  what: string,
  attempt: () => Promise<Found | undefined>,
  withinMs = 90_000,
): Promise<Found> {
  const end = Date.now() + withinMs
  let last = ''
  for (;;) {
    try {
      const found = await attempt()
      if (found !== undefined) return found
    } catch (error) {
      last = `; last: ${error instanceof Error ? error.message : String(error)}`
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${withinMs / 1000} s${last}`)
    await sleep(LOOK_EVERY_MS)
  }
}
