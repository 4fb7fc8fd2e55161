import type { Phone } from '../fixtures.ts'

/** What a push waits for its answer. */
const PUSH_TIMEOUT_MS = 20_000
const SHORT_MS = 300
const LONG_MS = 240_000

/** Runs in a page or a worker: timers of one length run another; the same length puts back what was there before. */
function retime([from, to]: readonly [number, number]): void {
  const globals = globalThis as typeof globalThis & { originalSetTimeout?: typeof setTimeout }
  globals.originalSetTimeout ??= globalThis.setTimeout
  const wait = globals.originalSetTimeout
  const hasty = (work: () => void, ms?: number, ...given: unknown[]) =>
    wait(work, ms === from ? to : ms, ...given)
  Object.assign(globalThis, { setTimeout: from === to ? wait : hasty })
}

async function timePushes({ page, context }: Phone, ms: number): Promise<void> {
  const times = [PUSH_TIMEOUT_MS, ms] as const
  await page.evaluate(retime, times)
  for (const worker of context.serviceWorkers()) await worker.evaluate(retime, times)
}

/**
 * Has a phone give up on a push that is not answered after a moment, as it does by itself after twenty seconds. Gives
 * what makes it patient again.
 */
export async function shortenPushTimeout(phone: Phone): Promise<() => Promise<void>> {
  await timePushes(phone, SHORT_MS)
  return () => timePushes(phone, PUSH_TIMEOUT_MS)
}

/** Has a phone wait longer for the answer to a push than a test keeps it waiting. */
export async function lengthenPushTimeout(phone: Phone): Promise<void> {
  await timePushes(phone, LONG_MS)
}
