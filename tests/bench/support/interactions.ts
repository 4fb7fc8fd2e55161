import type { Page } from 'playwright'

declare global {
  interface Window {
    benchInteractions?: { touches: number; longest: Map<number, number> }
  }
}

/** Shorter ones are not reported by the browser; they count as this long. */
const SHORTEST_MS = 16

/** Runs in the page: notes how long each touch or key took until the paint that answered it (Event Timing). */
function installWatch(shortest: number): void {
  const seen = { touches: 0, longest: new Map<number, number>() }
  window.benchInteractions = seen
  addEventListener(
    'pointerdown',
    () => {
      seen.touches += 1
    },
    { capture: true },
  )
  const recordCall = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      if (!('interactionId' in entry) || typeof entry.interactionId !== 'number' || entry.interactionId === 0)
        continue
      seen.longest.set(
        entry.interactionId,
        Math.max(seen.longest.get(entry.interactionId) ?? 0, entry.duration),
      )
    }
  }
  // `durationThreshold` is not in the type library.
  const options = { type: 'event', buffered: true, durationThreshold: shortest }
  new PerformanceObserver((list) => recordCall(list.getEntries())).observe(options)
}

/** Puts the watch into every page this one will show. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(installWatch, SHORTEST_MS)
}

/** How long each touch since the page was loaded took to be answered, in ms, the unreported ones at the shortest. */
export async function readInteractions(page: Page): Promise<number[]> {
  const { touches, long } = await page.evaluate(() => ({
    touches: window.benchInteractions?.touches ?? 0,
    long: [...(window.benchInteractions?.longest.values() ?? [])],
  }))
  const unreported = Math.max(0, touches - long.length)
  return [...long, ...Array.from({ length: unreported }, () => SHORTEST_MS)]
}
