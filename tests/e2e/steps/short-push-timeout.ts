import type { Phone } from '../fixtures.ts'

/** What a push waits for its answer. */
const PUSH_TIMEOUT_MS = 20_000
const SHORT_MS = 300

/** Runs in a page or a worker: timers of one length run another; the same length puts back what was there before. */
function retime([from, to]: readonly [number, number]): void {
  const globals = globalThis as typeof globalThis & { originalSetTimeout?: typeof setTimeout }
  globals.originalSetTimeout ??= globalThis.setTimeout
  const wait = globals.originalSetTimeout
  const hasty = (work: () => void, ms?: number, ...given: unknown[]) =>
    wait(work, ms === from ? to : ms, ...given)
  Object.assign(globalThis, { setTimeout: from === to ? wait : hasty })
}

/**
 * Has a phone give up on a push that is not answered after a moment, as it does by itself after twenty seconds. Gives
 * what makes it patient again.
 */
export async function shortenPushTimeout({ page, context }: Phone): Promise<() => Promise<void>> {
  const everywhere = async (times: readonly [number, number]) => {
    await page.evaluate(retime, times)
    for (const worker of context.serviceWorkers()) await worker.evaluate(retime, times)
  }
  await everywhere([PUSH_TIMEOUT_MS, SHORT_MS])
  return () => everywhere([PUSH_TIMEOUT_MS, PUSH_TIMEOUT_MS])
}
