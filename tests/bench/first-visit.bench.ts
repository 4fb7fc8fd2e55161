import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Browser } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { SLOW_3G, startThrottledProxy, type ThrottledProxy, UNTHROTTLED } from '../support/throttled-proxy.ts'
import { type Bench, calibrationLoop, onceFor } from './bench.ts'
import { launchBrowser, newPhone, PHONE_SLOWDOWN, slowDown } from './support/browser.ts'
import { followChain } from './support/chain.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { afterTouch, probePage, type Sight, seenAt } from './support/probe.ts'
import { startProduct } from './support/product-process.ts'

/** The form works, by the script of the page itself. */
const LIVE: Sight = { selector: 'form.entry-card button[type="submit"]:enabled' }
/** The app has arrived and taken over the form. */
const ARRIVED: Sight = { ...LIVE, gone: '#early-login' }
const REFERENCE: Sight = { selector: 'form button' }
/** As small as a login page can be: the cost of the connection itself. */
const REFERENCE_PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Reference</title><style>input,button{display:block;margin:1rem;font:inherit;padding:.75rem}</style>
<form><label>Name<input name="a"></label><label>Word<input name="b"></label><button>Log in</button></form></html>`

type Visit = {
  readonly loopMs: number
  readonly firstPaintMs: number
  readonly liveMs: number
  readonly referenceMs: number
  readonly touchMs: number
  readonly longTasksMs: number
  readonly longestTaskMs: number
  readonly layoutShift: number
  readonly kBToLive: number
  readonly requestsToLive: number
}

async function startReference(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(REFERENCE_PAGE)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the reference has no port')
  return {
    port: address.port,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function visitReference(browser: Browser, proxy: ThrottledProxy): Promise<number> {
  proxy.shape(SLOW_3G)
  const phone = await newPhone(browser, proxy.url)
  try {
    const page = await phone.newPage()
    await slowDown(page, PHONE_SLOWDOWN)
    await probePage(page, REFERENCE)
    await page.goto('/', { waitUntil: 'commit' })
    return await seenAt(page)
  } finally {
    await phone.close()
  }
}

/** Opens the sign-in on a phone that never saw it, and touches its button as soon as it works. */
async function visit(browser: Browser, proxy: ThrottledProxy, reference: ThrottledProxy): Promise<Visit> {
  const referenceMs = await visitReference(browser, reference)
  proxy.shape(SLOW_3G)
  proxy.resetBytes()
  const phone = await newPhone(browser, proxy.url)
  try {
    const page = await phone.newPage()
    await slowDown(page, PHONE_SLOWDOWN)
    await probePage(page, LIVE)
    const loopMs = await page.evaluate(calibrationLoop)
    await page.addInitScript(() => {
      const window = globalThis as typeof globalThis & { benchTasks: number[]; benchShift: number }
      window.benchTasks = []
      window.benchShift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.benchTasks.push(entry.duration)
      }).observe({ type: 'longtask', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          // What a touch moves is no shift by the definition: here, the words at the fields left empty.
          const { value = 0, hadRecentInput } = entry as { value?: number; hadRecentInput?: boolean }
          if (!hadRecentInput) window.benchShift += value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/login', { waitUntil: 'commit' })
    const liveMs = await seenAt(page)
    const toLive = await page.evaluate((live) => {
      const asked = performance.getEntriesByType('resource').filter((entry) => entry.startTime < live)
      // One more for the page itself.
      return { epochMs: performance.timeOrigin + live, requests: asked.length + 1 }
    }, liveMs)
    const kBToLive = proxy.downBy(toLive.epochMs) / 1000
    const requestsToLive = toLive.requests
    const touchMs = await afterTouch(page, { selector: '#username-error' }, () =>
      page.locator(LIVE.selector).tap(),
    )
    const seen = await page.evaluate(() => {
      const window = globalThis as typeof globalThis & { benchTasks: number[]; benchShift: number }
      const paint = performance.getEntriesByName('first-contentful-paint')[0]
      return {
        firstPaintMs: paint?.startTime ?? Number.NaN,
        tasks: window.benchTasks,
        shift: window.benchShift,
      }
    })
    return {
      loopMs,
      firstPaintMs: seen.firstPaintMs,
      liveMs,
      referenceMs,
      touchMs,
      longTasksMs: seen.tasks.reduce((sum, task) => sum + task, 0),
      longestTaskMs: Math.max(0, ...seen.tasks),
      layoutShift: seen.shift,
      kBToLive,
      requestsToLive,
    }
  } finally {
    await phone.close()
  }
}

type Wire = {
  readonly signInKB: number
  readonly signedInKB: number
  readonly installedKB: number
  readonly repeatKB: number
  readonly chainToSignIn: number
}

/** Bytes from server to phone, headers included, at the stages of a first day. */
async function weighFirstDay(browser: Browser, proxy: ThrottledProxy): Promise<Wire> {
  proxy.shape(UNTHROTTLED)
  proxy.resetBytes()
  const phone = await newPhone(browser, proxy.url)
  const downKB = () => proxy.bytes().down / 1000
  try {
    const page = await phone.newPage()
    await probePage(page, ARRIVED)
    const chain = await followChain(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await seenAt(page)
    const chainToSignIn = chain.depth()
    const signInKB = downKB()
    await page.goto('/login?next=/invoices')
    await page.locator('#username').fill('operator')
    await page.locator('#password').fill(DEMO_PASSWORD)
    await page.locator(LIVE.selector).tap()
    await page.locator('div[style*="translateY"] a[data-status]').first().waitFor({ timeout: 30_000 })
    const signedInKB = downKB()
    // Installed: the worker controls the page and the network was idle for a second.
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
      timeout: 60_000,
      polling: 200,
    })
    let before = -1
    while (before !== downKB()) {
      before = downKB()
      await page.waitForTimeout(1_000)
    }
    const installedKB = downKB()
    await page.close()
    proxy.resetBytes()
    const again = await phone.newPage()
    await again.goto('/invoices')
    await again.locator('div[style*="translateY"] a[data-status]').first().waitFor({ timeout: 30_000 })
    await again.waitForTimeout(1_500)
    return { signInKB, signedInKB, installedKB, repeatKB: downKB(), chainToSignIn }
  } finally {
    await phone.close()
  }
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    const product = opened(await startProduct(), (part) => part.stop())
    const proxy = opened(await startThrottledProxy({ host: '127.0.0.1', port: product.port }), (part) =>
      part.stop(),
    )
    const reference = opened(await startReference(), (part) => part.stop())
    const referenceProxy = opened(
      await startThrottledProxy({ host: '127.0.0.1', port: reference.port }),
      (part) => part.stop(),
    )
    const browser = opened(await launchBrowser(), (part) => part.close())
    logProgress('first visits')
    // Once for nothing: the server compresses each file at its first request.
    const wire = await weighFirstDay(browser, proxy)
    await visit(browser, proxy, referenceProxy)
    const visits: Visit[] = []
    for (let n = 0; n < (full ? 12 : 5); n += 1) visits.push(await visit(browser, proxy, referenceProxy))
    return { visits, wire: await weighFirstDay(browser, proxy), first: wire }
  }),
)

const perVisit =
  (pick: (visit: Visit) => number): Bench['run'] =>
  async (options) =>
    (await measure(options)).visits.map(pick)
const ofWire =
  (pick: (wire: Wire) => number): Bench['run'] =>
  async (options) => [pick((await measure(options)).wire)]

const pageLoops: Bench['pageLoops'] = { slowdown: PHONE_SLOWDOWN, run: perVisit((visit) => visit.loopMs) }

/** The first day of a phone: what it fetches, and how long sign-in takes on slow 3G with a slow processor. */
const benches: Bench[] = [
  {
    name: 'wire-to-sign-in',
    unit: 'kB',
    budget: 150,
    aim: 110,
    run: perVisit((visit) => visit.kBToLive),
    note: 'headers included, until the form works, on slow 3G',
  },
  {
    name: 'wire-to-invoices',
    unit: 'kB',
    run: ofWire((wire) => wire.signedInKB),
    note: 'from nothing to the list of invoices, data included, fast line: the precache is partly in it',
  },
  {
    name: 'wire-installed',
    unit: 'kB',
    budget: 800,
    aim: 600,
    run: ofWire((wire) => wire.installedKB),
    note: 'all of the first day: everything above and the whole application kept for offline use',
  },
  { name: 'wire-repeat-visit', unit: 'kB', budget: 2, run: ofWire((wire) => wire.repeatKB) },
  {
    name: 'requests-to-sign-in',
    unit: 'count',
    budget: 12,
    aim: 8,
    run: perVisit((visit) => visit.requestsToLive),
  },
  {
    name: 'requests-one-after-another',
    unit: 'count',
    budget: 3,
    run: ofWire((wire) => wire.chainToSignIn),
    note: 'the longest chain to the sign-in: the page is the first, what it names the second',
  },
  {
    name: 'visit-first-paint',
    pageLoops,
    unit: 'ms',
    budget: 1_600,
    run: perVisit((visit) => visit.firstPaintMs),
  },
  {
    name: 'visit-sign-in-live',
    pageLoops,
    unit: 'ms',
    budget: 5_000,
    aim: 4_000,
    run: perVisit((visit) => visit.liveMs),
  },
  {
    name: 'visit-reference-page',
    pageLoops,
    unit: 'ms',
    run: perVisit((visit) => visit.referenceMs),
    note: 'a static form of 0.5 kB on the same line: what cannot be undercut',
  },
  {
    name: 'visit-live-to-reference',
    unit: 'ratio',
    run: perVisit((visit) => visit.liveMs / visit.referenceMs),
  },
  { name: 'visit-first-touch', pageLoops, unit: 'ms', budget: 100, run: perVisit((visit) => visit.touchMs) },
  {
    name: 'visit-long-tasks',
    pageLoops,
    unit: 'ms',
    budget: 400,
    run: perVisit((visit) => visit.longTasksMs),
  },
  {
    name: 'visit-longest-task',
    pageLoops,
    unit: 'ms',
    budget: 200,
    run: perVisit((visit) => visit.longestTaskMs),
  },
  { name: 'visit-layout-shift', unit: 'ratio', budget: 0.02, run: perVisit((visit) => visit.layoutShift) },
]

export default benches
