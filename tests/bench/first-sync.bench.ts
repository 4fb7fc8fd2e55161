import type { Page } from 'playwright'
import { startThrottledProxy } from '../support/throttled-proxy.ts'
import { type Bench, calibrationLoop, onceFor } from './bench.ts'
import { launchBrowser, newPhone, PHONE_SLOWDOWN, slowDown } from './support/browser.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { afterTouch, probePage } from './support/probe.ts'
import { startProduct } from './support/product-process.ts'
import { fillSignIn } from './support/sign-in.ts'

const COMPANY = 'mwenge'
const LONGEST_MS = 10 * 60_000
/** Between two touches, so that the phone is mostly left to its first sync. */
const PAUSE_MS = 2_000
const LIST = { selector: 'div[style*="translateY"] a[data-status]', count: 3 }

/** What the page notes while it fetches; moments are of its own clock. */
type Fetching = { endedAt: number | undefined; readonly tasks: { startTime: number; duration: number }[] }

declare global {
  interface Window {
    benchFetching?: Fetching
  }
}

/**
 * Runs in the page: records when the header stops showing the progress of the first sync, and the long tasks
 * until then.
 */
function watchFetching(): void {
  const seen: Fetching = { endedAt: undefined, tasks: [] }
  window.benchFetching = seen
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ startTime, duration })
  }).observe({ type: 'longtask' })
  let goneAt: number | undefined
  const timer = setInterval(() => {
    const tells = /\d%/.test(document.querySelector('header [role="status"]')?.textContent ?? '')
    goneAt = tells ? undefined : (goneAt ?? performance.now())
    // While another screen is drawn the head may be silent for a moment.
    if (goneAt === undefined || performance.now() - goneAt < 1_000) return
    clearInterval(timer)
    seen.endedAt = goneAt
  }, 50)
}

async function hasEnded(page: Page): Promise<boolean> {
  const seen = await page.evaluate(() => window.benchFetching)
  if (!seen) throw new Error('the page was loaded anew')
  return seen.endedAt !== undefined
}

/** A touch has its own budget; a task so soon after one is its doing. */
const TOUCHED_MS = 500

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    const records = full ? 100_000 : 10_000
    const product = opened(await startProduct(), (part) => part.stop())
    const asked = await product.ask({ ask: 'operators', count: 1, companies: [COMPANY] })
    const [username = ''] = 'usernames' in asked ? asked.usernames : []
    await product.ask({ ask: 'history', company: COMPANY, count: records })
    const proxy = opened(await startThrottledProxy({ host: '127.0.0.1', port: product.port }), (part) =>
      part.stop(),
    )
    const browser = opened(await launchBrowser(), (part) => part.close())
    const page = await (await newPhone(browser, proxy.url)).newPage()
    await slowDown(page, PHONE_SLOWDOWN)
    await probePage(page)
    await page.goto('/login')
    const loopMs = await page.evaluate(calibrationLoop)
    logProgress(`first sync: ${records} invoices`)
    await fillSignIn(page, username)
    await page.waitForFunction(() => /\d%/.test(document.querySelector('header')?.textContent ?? ''))
    proxy.resetBytes()
    const begun = performance.now()
    const begunInPage = await page.evaluate(() => performance.now())
    await page.evaluate(watchFetching)
    const touches: number[] = []
    const touchedAt: number[] = []
    const touched = async () => {
      touchedAt.push((await page.evaluate(() => window.benchTapAt)) ?? Number.NaN)
    }
    const nav = page.locator('nav').last()
    while (!(await hasEnded(page))) {
      if (performance.now() - begun > LONGEST_MS) throw new Error('the first sync does not end')
      touches.push(await afterTouch(page, LIST, () => nav.locator('a[href="/invoices"]').tap()))
      await touched()
      await page.waitForTimeout(PAUSE_MS)
      await nav.locator('a[href="/dashboard"]').tap()
      await touched()
      await page.waitForTimeout(PAUSE_MS)
    }
    const kB = proxy.bytes().down / 1000
    const { endedAt, tasks } = await page.evaluate(() => window.benchFetching ?? { endedAt: 0, tasks: [] })
    const seconds = ((endedAt ?? Number.NaN) - begunInPage) / 1000
    const unattributed = tasks.filter(
      ({ startTime, duration }) =>
        startTime < (endedAt ?? 0) &&
        !touchedAt.some((at) => at < startTime + duration && startTime < at + TOUCHED_MS),
    )
    return {
      perSecond: records / seconds,
      kBPerThousand: (kB / records) * 1000,
      touches,
      longestTaskMs: Math.max(0, ...unattributed.map(({ duration }) => duration)),
      loopMs,
    }
  }),
)

const pageLoops: Bench['pageLoops'] = {
  slowdown: PHONE_SLOWDOWN,
  run: async (options) => [(await measure(options)).loopMs],
}

/** A phone that logs in for the first time in a company with a long past (10,000 invoices, in full 100,000). */
const benches: Bench[] = [
  {
    name: 'first-sync-invoices',
    unit: 'per second',
    // 10,000 in at most 15 seconds.
    budget: 667,
    run: async (options) => [(await measure(options)).perSecond],
    note: 'on a fast line; where the service worker fetches, it is not slowed; somebody touches the screen meanwhile',
  },
  {
    name: 'first-sync-longest-task',
    pageLoops,
    unit: 'ms',
    budget: 50,
    run: async (options) => [(await measure(options)).longestTaskMs],
    note: `on the main thread while records arrive; those within ${TOUCHED_MS} ms of a touch apart; 0: none over 50`,
  },
  {
    name: 'first-sync-bytes',
    unit: 'kB',
    run: async (options) => [(await measure(options)).kBPerThousand],
    note: 'for a thousand invoices, headers included',
  },
  {
    name: 'first-sync-tap-to-rows',
    pageLoops,
    unit: 'ms',
    run: async (options) => [...(await measure(options)).touches],
    note: 'from home to the list while records arrive',
  },
]
export default benches
