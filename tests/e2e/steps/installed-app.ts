import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { type Line, openLine } from '../../support/line.ts'
import { cutWhenOffline } from './cut-when-offline.ts'

/** A browser with a profile on the disk that can be closed or killed as a whole, and started again. */
export type InstalledApp = {
  /** Starts the browser; `offline` from the first moment on. Returns its first page, still empty. */
  start(options?: { readonly offline?: boolean }): Promise<{ context: BrowserContext; page: Page }>
  /** The person closes it. */
  close(): Promise<void>
  /** SIGKILL: the browser gets no notice and writes nothing any more. */
  kill(): Promise<void>
  remove(): Promise<void>
}

async function processOf(context: BrowserContext): Promise<number> {
  const browser = context.browser()
  if (!browser) throw new Error('this context has no browser of its own')
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const main = processInfo.find(({ type }) => type === 'browser')
  if (!main) throw new Error('the browser does not tell its process')
  return main.id
}

/** Prepares a profile of its own; `server` is where the app comes from. The phone has a line of its own to it. */
export function createInstalledApp(server: string, launchOptions: LaunchOptions): InstalledApp {
  const profile = mkdtempSync(join(tmpdir(), 'risiti-profile-'))
  // The browser keeps what it has by its address, so the line stays when the browser is started again.
  let line: Line | undefined
  let running: { readonly context: BrowserContext; readonly pid: number } | undefined

  const close = async () => {
    const closing = running
    running = undefined
    await closing?.context.close()
  }

  return {
    async start({ offline = false } = {}) {
      line ??= await openLine(Number(new URL(server).port))
      // Before the browser starts: its worker may run before anything can be emulated.
      if (offline) line.cut()
      else line.heal()
      const context = await chromium.launchPersistentContext(profile, {
        ...launchOptions,
        baseURL: line.url,
        offline,
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        locale: 'en-TZ',
        timezoneId: 'Africa/Dar_es_Salaam',
      })
      cutWhenOffline(context, line)
      if (offline) await context.setOffline(true)
      running = { context, pid: await processOf(context) }
      const page = context.pages()[0] ?? (await context.newPage())
      return { context, page }
    },
    close,
    async kill() {
      const killing = running
      running = undefined
      if (!killing) return
      const gone = new Promise<void>((resolve) => killing.context.once('close', () => resolve()))
      process.kill(killing.pid, 'SIGKILL')
      await gone
    },
    async remove() {
      await close()
      await line?.stop()
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
