import type { Page } from 'playwright'
import { startShapedLine } from '../support/shaped-line.ts'
import { type Bench, calibrationLoop, onceFor } from './bench.ts'
import { launchBrowser, newPhone, PHONE_SLOWDOWN, slowDown } from './stage/browser.ts'
import { afterTouch, probePage } from './stage/probe.ts'
import { startProduct } from './stage/product.ts'
import { fillSignIn } from './stage/sign-in.ts'
import { onStage, say } from './stage/stage.ts'

const COMPANY = 'mwenge'
const LONGEST_MS = 10 * 60_000
/** Between two touches, so that the phone is mostly left to its first sync. */
const PAUSE_MS = 2_000
const LIST = { selector: 'div[style*="translateY"] a[data-status]', count: 3 }

/** Whether the head of the screen still tells how far the first sync is. */
function isFetching(page: Page): Promise<boolean> {
  return page.evaluate(() => /\d%/.test(document.querySelector('header [role="status"]')?.textContent ?? ''))
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    const records = full ? 100_000 : 10_000
    const product = opened(await startProduct(), (part) => part.stop())
    const asked = await product.ask({ ask: 'operators', count: 1, companies: [COMPANY] })
    const [username = ''] = 'usernames' in asked ? asked.usernames : []
    await product.ask({ ask: 'history', company: COMPANY, count: records })
    const line = opened(await startShapedLine({ host: '127.0.0.1', port: product.port }), (part) =>
      part.stop(),
    )
    const browser = opened(await launchBrowser(), (part) => part.close())
    const page = await (await newPhone(browser, line.url)).newPage()
    await slowDown(page, PHONE_SLOWDOWN)
    await probePage(page)
    await page.goto('/login')
    const loopMs = await page.evaluate(calibrationLoop)
    say(`first sync: ${records} invoices`)
    await fillSignIn(page, username)
    await page.waitForFunction(() => /\d%/.test(document.querySelector('header')?.textContent ?? ''))
    line.resetBytes()
    const begun = performance.now()
    const touches: number[] = []
    const nav = page.locator('nav').last()
    while (await isFetching(page)) {
      if (performance.now() - begun > LONGEST_MS) throw new Error('the first sync does not end')
      touches.push(await afterTouch(page, LIST, () => nav.locator('a[href="/invoices"]').tap()))
      await page.waitForTimeout(PAUSE_MS)
      await nav.locator('a[href="/dashboard"]').tap()
      await page.waitForTimeout(PAUSE_MS)
    }
    const seconds = (performance.now() - begun) / 1000
    const kB = line.bytes().down / 1000
    return { perSecond: records / seconds, kBPerThousand: (kB / records) * 1000, touches, loopMs }
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
    run: async (options) => [(await measure(options)).perSecond],
    note: 'on a fast line; where the service worker fetches, it is not slowed',
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
