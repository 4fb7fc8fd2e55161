import type { Page } from '@playwright/test'
import { readRows } from './phone-store.ts'

const KEYS = ['contact', 'drain', 'cursor', 'pending', 'counts', 'first-pull-done']
const LIMIT_MS = 5_000

/** What a phone knows of the server and of its queue, in one line, for the report of a failed test; never throws. */
export async function describeSync(page: Page): Promise<string> {
  const tooLate = Promise.withResolvers<string>()
  const timer = setTimeout(() => tooLate.resolve('the page does not answer'), LIMIT_MS)
  const read = async () => {
    const shown = await page.evaluate(() => {
      const { serviceWorker, onLine } = navigator
      return `${location.pathname} ${document.visibilityState}, ${onLine ? 'online' : 'offline'}, worker ${serviceWorker.controller?.state ?? 'none'}`
    })
    const held = await page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return { held: held.map(({ name }) => name), pending: pending.map(({ name }) => name) }
    })
    const rows = (await readRows(page, 'meta')).filter(({ key }) => KEYS.includes(String(key)))
    const known: Record<string, unknown> = Object.fromEntries(
      rows.map(({ key, value }) => [String(key), value]),
    )
    return `${shown}, locks ${JSON.stringify(held)}, ${JSON.stringify(known)}`
  }
  try {
    return await Promise.race([
      read().catch((error: unknown) => String(error).slice(0, 200)),
      tooLate.promise,
    ])
  } finally {
    clearTimeout(timer)
  }
}
