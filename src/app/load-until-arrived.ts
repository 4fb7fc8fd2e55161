import { loadModule } from '#ui/load-module.ts'

/** How soon a part that did not arrive is asked for again, as a worker that could not be installed is. */
const AGAIN_MS = 15_000

/**
 * Loads a part of the app that no person waits for: again every quarter of a minute until it arrives. Chromium up to 150
 * remembers a failed import for the life of the page, so after each attempt `withoutIt` does what can be done without the
 * part; its own failure is tried again with the next attempt.
 */
export async function loadUntilArrived<T>(
  load: () => Promise<T>,
  withoutIt: () => Promise<unknown>,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  for (;;) {
    try {
      return await loadModule(load)
    } catch {
      await withoutIt().catch(() => undefined)
      await wait(AGAIN_MS)
    }
  }
}
