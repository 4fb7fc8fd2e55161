import type { Page } from '@playwright/test'

/** A message goes by itself after this long. */
const SHOWN_MS = 6_000

/** Until the next load, messages of the page stay until they are used or replaced, however slow the machine is. */
export async function keepMessages(page: Page): Promise<void> {
  await page.evaluate((shownMs) => {
    const wait = globalThis.setTimeout
    const keep = (work: () => void, ms?: number, ...given: unknown[]) =>
      ms === shownMs ? 0 : wait(work, ms, ...given)
    Object.assign(globalThis, { setTimeout: keep })
  }, SHOWN_MS)
}
