import type { Phone } from '../world.ts'

/** What a push waits for its answer. */
const PATIENCE_MS = 20_000
const SHORT_MS = 300

/** Runs in a page or a worker: timers of one length run another; the same length puts back what was there before. */
function retime([from, to]: readonly [number, number]): void {
  const kept = globalThis as typeof globalThis & { patientTimeout?: typeof setTimeout }
  kept.patientTimeout ??= globalThis.setTimeout
  const wait = kept.patientTimeout
  const hasty = (work: () => void, ms?: number, ...given: unknown[]) =>
    wait(work, ms === from ? to : ms, ...given)
  Object.assign(globalThis, { setTimeout: from === to ? wait : hasty })
}

/**
 * Has a phone give up on a push that is not answered after a moment, as it does by itself after twenty seconds. Gives
 * what makes it patient again.
 */
export async function shortenPatience({ page, context }: Phone): Promise<() => Promise<void>> {
  const everywhere = async (times: readonly [number, number]) => {
    await page.evaluate(retime, times)
    for (const worker of context.serviceWorkers()) await worker.evaluate(retime, times)
  }
  await everywhere([PATIENCE_MS, SHORT_MS])
  return () => everywhere([PATIENCE_MS, PATIENCE_MS])
}
