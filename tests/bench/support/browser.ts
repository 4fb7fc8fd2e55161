import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { findChromium } from './find-chromium.ts'

/** The reference phone: 360 × 740, touch. Its processor is a quarter as fast as this machine's. */
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  locale: 'en-TZ',
  timezoneId: 'Africa/Dar_es_Salaam',
  colorScheme: 'light' as const,
}
export const PHONE_SLOWDOWN = 4

/** A browser under measurement connects only to the server under measurement. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
]

export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: await findChromium(), args: ARGS })
}

/** A phone that was never used, in a running browser. */
export async function newPhone(browser: Browser, baseURL: string): Promise<BrowserContext> {
  return await browser.newContext({ ...PHONE, baseURL, serviceWorkers: 'allow' })
}

/** A phone whose browser can be closed and started again on the same storage. */
export type PersistentPhone = {
  /** Starts the browser; a second call needs `shut` before. */
  start(): Promise<BrowserContext>
  shut(): Promise<void>
  remove(): Promise<void>
}

export function createPersistentPhone(baseURL: string): PersistentPhone {
  const folder = mkdtempSync(join(tmpdir(), 'risiti-bench-phone-'))
  let context: BrowserContext | undefined
  const shut = async () => {
    await context?.close()
    context = undefined
  }
  return {
    start: async () => {
      const executablePath = await findChromium()
      context = await chromium.launchPersistentContext(folder, {
        ...PHONE,
        baseURL,
        executablePath,
        args: ARGS,
      })
      return context
    },
    shut,
    remove: async () => {
      await shut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Slows the main thread of a page. Workers, the service worker and IndexedDB stay as fast as the machine. */
export async function slowDown(page: Page, times: number): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times })
  return devtools
}
