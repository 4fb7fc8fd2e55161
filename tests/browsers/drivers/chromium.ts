import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { asExpression, PHONE_SCREEN, readFound, type StartedBrowser } from './tab.ts'

/** A browser under test connects only to the server under test. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts a Chromium of any age by Playwright. */
export async function startChromium(
  executablePath: string,
  { args = [] }: { readonly args?: readonly string[] } = {},
): Promise<StartedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'risiti-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...ARGS, ...args],
    viewport: PHONE_SCREEN,
    hasTouch: true,
    locale: 'en-TZ',
    reducedMotion: 'reduce',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    version: context.browser()?.version() ?? 'unknown',
    tab: {
      goto: async (url) => void (await page.goto(url)),
      reload: async () => void (await page.reload()),
      run: async (work, ...given) => readFound(await page.evaluate(asExpression(work, given))),
      press: async (selector) => await page.click(selector, { timeout: 5_000 }),
      type: async (selector, text) => await page.locator(selector).pressSequentially(text),
      giveFile: async (selector, path) => await page.setInputFiles(selector, path),
    },
    stop: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
