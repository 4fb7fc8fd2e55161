import { readFile } from 'node:fs/promises'
import { type BrowserContext, test as base, type CDPSession, expect, type Page } from '@playwright/test'
import { type AuthorityControl, controlAuthority } from '../support/authority-control.ts'
import { createDemoProcess, type DemoProcess } from '../support/demo-process.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type Line, openLine } from '../support/line.ts'
import { type Peer, startWebPushPeer } from '../support/push-peers.ts'
import { type ServerView, viewServer } from '../support/server-view.ts'
import { cutWhenOffline } from './steps/cut-when-offline.ts'
import { describeSync } from './steps/describe-sync.ts'

/** One installed app on one phone: a browser profile of its own, 360 × 740, touch. */
export type Phone = {
  readonly context: BrowserContext
  readonly page: Page
  /** Where this phone finds the app: on a line of its own, which is cut while its context is offline. */
  readonly url: string
  /** What the page complained of: console errors, uncaught errors, broken content policy. Asserted empty at the end. */
  readonly pageErrors: string[]
  /** Another tab of the same profile. */
  openTab(): Promise<Page>
  /** Chrome DevTools on the page, for what Playwright has no word for. */
  devtools(): Promise<CDPSession>
}

export type PhoneOptions = {
  readonly locale?: 'en-TZ' | 'sw-TZ'
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
  /** With a person who has nothing against motion. */
  readonly moving?: boolean
}

type Worker = {
  /** Files that name something here have a product that no other file has used before. */
  readonly productOf: string
  /** The push service of these phones' browsers. */
  readonly pushService: Peer
  readonly demo: DemoProcess
  readonly authority: AuthorityControl
  /** The server as the owner of the main company sees it. */
  readonly owner: ServerView
}
type Test = {
  readonly faultProxy: FaultProxy
  readonly newPhone: (options?: PhoneOptions) => Promise<Phone>
  readonly phone: Phone
}

/**
 * Network failures are what these tests are about, and a test may end while the worker's script is fetched; everything
 * else a page complains of is a bug.
 */
const EXPECTED =
  /net::ERR_|Failed to load resource|ERR_INTERNET_DISCONNECTED|status of (4|5)\d\d|error occurred when fetching the script/

function collectPageErrors(page: Page, pageErrors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(error.stack ?? String(error)))
}

/**
 * Each worker runs a product of its own; each test gets a proxy in front of it and as many phones as it
 * needs. At the end no phone may have reported an error.
 */
export const test = base.extend<Test, Worker>({
  productOf: ['all', { option: true, scope: 'worker' }],
  pushService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names a fixture needs from this pattern
    async ({}, use) => {
      const peer = await startWebPushPeer()
      await use(peer)
      await peer.stop()
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ pushService }, use) => {
      const demo = await createDemoProcess({ environment: { WEB_PUSH_ORIGINS: pushService.url } })
      await demo.start()
      await use(demo)
      await demo.remove()
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  authority: [
    async ({ demo }, use) => {
      await use(controlAuthority(demo.simulatorUrl))
    },
    { scope: 'worker' },
  ],
  owner: [
    async ({ demo }, use) => {
      await use(viewServer(demo.url))
    },
    { scope: 'worker' },
  ],
  faultProxy: async ({ demo }, use, info) => {
    const proxy = await startFaultProxy({ host: '127.0.0.1', port: demo.port })
    await use(proxy)
    await proxy.stop()
    if (info.status === info.expectedStatus) return
    await info.attach('server.log', { body: await readFile(demo.logFile), contentType: 'text/plain' })
  },
  newPhone: async ({ browser, faultProxy: line }, use, info) => {
    const phones: Phone[] = []
    const lines: Line[] = []
    await use(async (options = {}) => {
      const own = await openLine(line.port)
      lines.push(own)
      const context = await browser.newContext({
        baseURL: own.url,
        viewport: options.viewport ?? { width: 360, height: 740 },
        hasTouch: true,
        locale: options.locale ?? 'en-TZ',
        timezoneId: 'Africa/Dar_es_Salaam',
        colorScheme: options.colorScheme ?? 'light',
        serviceWorkers: 'allow',
        // Drawing what moves takes a sixth of the time; `moving` is for what is about it.
        reducedMotion: options.moving ? 'no-preference' : 'reduce',
      })
      cutWhenOffline(context, own)
      const pageErrors: string[] = []
      const openTab = async () => {
        const page = await context.newPage()
        collectPageErrors(page, pageErrors)
        return page
      }
      const page = await openTab()
      const phone: Phone = {
        context,
        page,
        url: own.url,
        pageErrors,
        openTab,
        devtools: async () => await context.newCDPSession(page),
      }
      phones.push(phone)
      return phone
    })
    if (info.status !== info.expectedStatus) {
      const described = await Promise.all(phones.map(({ page }) => describeSync(page)))
      await info.attach('sync-state', { body: described.join('\n'), contentType: 'text/plain' })
    }
    for (const phone of phones) {
      await phone.context.close()
      expect(phone.pageErrors).toEqual([])
    }
    for (const own of lines) await own.stop()
  },
  phone: async ({ newPhone }, use) => {
    await use(await newPhone())
  },
})

export { expect }
