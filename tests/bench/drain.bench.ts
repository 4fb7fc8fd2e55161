import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright'
import {
  startThrottledProxy,
  type ThrottledProxy,
  UNTHROTTLED,
  WORST_2G,
} from '../support/throttled-proxy.ts'
import { type Bench, onceFor, quantile } from './bench.ts'
import { launchBrowser, newPhone } from './support/browser.ts'
import { bundleScript } from './support/bundle-script.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { type Product, startProduct, untilCalm } from './support/product-process.ts'
import { type Front, startFront } from './support/recording-proxy.ts'
import { openSellingPhone, pushesOf, type SellingPhone } from './support/selling-phone.ts'

const DELAY_MS = 50
const QUEUED = 1_000
/** One request for each, one after the other: fewer of them take less long and give the same speed. */
const QUEUED_WORKBOX = 100

/** Sends the same sales, one request each, by workbox-background-sync's queue in a worker of its own. */
async function drainWithWorkbox(
  browser: Browser,
  proxy: ThrottledProxy,
  front: Front,
  seller: SellingPhone,
  queued: number,
) {
  await seller.queue(queued)
  const sender = await seller.page.evaluate(() => window.benchPhone.sender())
  const operations = await seller.page.evaluate(() => window.benchPhone.takeQueue())
  proxy.set('open')
  const { token, ...names } = sender
  const bodies = operations.map((operation) =>
    JSON.stringify({ proto: 1, nonce: randomUUID(), ...names, ops: [operation] }),
  )
  const phone = await newPhone(browser, proxy.url)
  try {
    const page = await phone.newPage()
    await page.goto('/bench/')
    await ask(page, { kind: 'queue', url: '/v1/accounting/sync/push', token, bodies })
    front.forgetCalls()
    front.setDelay(DELAY_MS)
    const tookMs = await ask(page, { kind: 'replay' })
    const sent = pushesOf(front).length
    if (sent !== bodies.length) throw new Error(`workbox sent ${sent} of ${bodies.length}`)
    return sent / (tookMs / 1000)
  } finally {
    front.setDelay(0)
    await phone.close()
  }
}

/** Asks the worker of the comparison and gives its number. */
async function ask(page: Page, message: object): Promise<number> {
  return await page.evaluate(async (question) => {
    const registration = await navigator.serviceWorker.register('/bench/worker.js', { scope: '/bench/' })
    await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise<number>((resolve, reject) => {
      // A worker that the browser ended never answers.
      setTimeout(() => reject(new Error('the worker of the comparison is silent')), 300_000)
      port1.onmessage = ({ data }: MessageEvent<{ value?: number; error?: string }>) => {
        if (data.value === undefined) reject(new Error(data.error))
        else resolve(data.value)
      }
    })
    registration.active?.postMessage(question, [port2])
    return await answer
  }, message)
}

async function drainOurs(front: Front, seller: SellingPhone) {
  await seller.queue(QUEUED)
  front.forgetCalls()
  front.setDelay(DELAY_MS)
  const tookMs = await seller.drain(120_000)
  front.setDelay(0)
  const pushes = pushesOf(front)
  return {
    perSecond: QUEUED / (tookMs / 1000),
    requests: pushes.length,
    packed: pushes.map(({ wireBytes, rawBytes }) => wireBytes / rawBytes),
    bytesPerInvoice: pushes.reduce((sum, { wireBytes }) => sum + wireBytes, 0) / QUEUED,
  }
}

/** From the moment the connection is back until a push reaches the server, with the page visible. */
async function measureFirstAttempts(front: Front, seller: SellingPhone, times: number): Promise<number[]> {
  const took: number[] = []
  const { page } = seller
  for (let n = 0; n < times; n += 1) {
    await page.context().setOffline(true)
    await page.evaluate(() => window.benchPhone.sell(1))
    // It tries, and fails, before the connection is back.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.waitForTimeout(1_500)
    front.forgetCalls()
    const back = performance.now()
    await page.context().setOffline(false)
    await page.evaluate(() => window.benchPhone.untilEmpty(30_000))
    const [first] = pushesOf(front)
    if (!first) throw new Error('nothing was pushed')
    took.push(first.at - back)
  }
  return took
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    const product = opened(await startProduct(), (part) => part.stop())
    const pages = new Map([
      ['/bench/', { type: 'text/html', text: '<!doctype html><title>Comparison</title>' }],
      ['/bench/worker.js', { type: 'text/javascript', text: await bundleScript('workbox-worker.ts') }],
    ])
    const front = opened(await startFront(product, pages), (part) => part.stop())
    const proxy = opened(await startThrottledProxy({ host: '127.0.0.1', port: front.port }), (part) =>
      part.stop(),
    )
    const browser = opened(await launchBrowser(), (part) => part.close())
    const context = await newPhone(browser, proxy.url)
    const seller = await openSellingPhone(context, proxy)
    logProgress('drains: memory')
    const heap = await measureHeap(seller, product, full ? 20 : 6, full ? 1_000 : 100)
    const rounds: { ours: Awaited<ReturnType<typeof drainOurs>>; workbox: number }[] = []
    for (let n = 0; n < (full ? 3 : 1); n += 1) {
      logProgress('drains: workbox')
      await untilCalm(product)
      const workbox = await drainWithWorkbox(browser, proxy, front, seller, full ? QUEUED : QUEUED_WORKBOX)
      logProgress('drains: ours')
      await untilCalm(product)
      rounds.push({ workbox, ours: await drainOurs(front, seller) })
    }
    // Right behind the long queues: what they left to be fetched must not hold it up when it is cut.
    logProgress('drains: first attempt after an outage')
    const firstAttempts = await measureFirstAttempts(front, seller, full ? 10 : 5)
    logProgress('drains: the worst line')
    await seller.queue(100)
    proxy.shape(WORST_2G)
    proxy.resetBytes()
    const worstMs = await seller.drain(150_000)
    const worstBytes = proxy.bytes()
    proxy.shape(UNTHROTTLED)
    return { rounds, heap, firstAttempts, worstMs, worstBytes }
  }),
)

type Heap = {
  readonly emptyMB: number
  readonly peakMB: number
  readonly afterMB: number[]
  readonly serverMB: number[]
}

/** Memory of page and server over drains of `count`: what is left after each, and the most there was on the way. */
async function measureHeap(
  seller: SellingPhone,
  product: Product,
  drains: number,
  count: number,
): Promise<Heap> {
  const usedMB = async () => {
    const { metrics } = await seller.devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 2 ** 20
  }
  const collectedMB = async () => {
    await seller.devtools.send('HeapProfiler.collectGarbage')
    return await usedMB()
  }
  const serverUsedMB = async () => {
    const answer = await product.ask({ ask: 'memory' })
    return 'used' in answer ? answer.used / 2 ** 20 : Number.NaN
  }
  // One for nothing: code is compiled, caches of the engine fill.
  await seller.queue(50)
  await seller.drain(60_000)
  const emptyMB = await collectedMB()
  const afterMB: number[] = []
  const serverMB: number[] = [await serverUsedMB()]
  let peakMB = emptyMB
  for (let drain = 0; drain < drains; drain += 1) {
    await seller.queue(count)
    // What selling left behind is not the drain's.
    await seller.devtools.send('HeapProfiler.collectGarbage')
    const draining = { over: false }
    const watching = (async () => {
      while (!draining.over) {
        peakMB = Math.max(peakMB, await usedMB())
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    await seller.drain(120_000)
    draining.over = true
    await watching
    afterMB.push(await collectedMB())
    serverMB.push(await serverUsedMB())
  }
  return { emptyMB, peakMB, afterMB, serverMB }
}

/** How much more there is in the second half than in the first, by their medians. */
function growth(samples: readonly number[]): number {
  const half = Math.floor(samples.length / 2)
  return quantile(samples.slice(-half), 0.5) - quantile(samples.slice(0, half), 0.5)
}

type Measured = Awaited<ReturnType<typeof measure>>
const of =
  (pick: (measured: Measured) => readonly number[]): Bench['run'] =>
  async (options) => [...pick(await measure(options))]

/** Getting rid of a queue: against workbox-background-sync, in bytes, after an outage, on the worst line. */
const benches: Bench[] = [
  {
    name: 'drain-ours',
    unit: 'per second',
    run: of(({ rounds }) => rounds.map(({ ours }) => ours.perSecond)),
    note: `${QUEUED} invoices, ${DELAY_MS} ms added to each request, until nothing waits on the phone`,
  },
  {
    name: 'drain-workbox',
    unit: 'per second',
    run: of(({ rounds }) => rounds.map(({ workbox }) => workbox)),
    note: `workbox-background-sync 7.4.1, ${QUEUED_WORKBOX} (in full ${QUEUED}) of the same invoices to the same server, replay alone`,
  },
  {
    name: 'drain-ours-to-workbox',
    unit: 'ratio',
    budget: 25,
    atLeast: true,
    run: of(({ rounds }) => rounds.map(({ ours, workbox }) => ours.perSecond / workbox)),
  },
  { name: 'drain-requests', unit: 'count', run: of(({ rounds }) => rounds.map(({ ours }) => ours.requests)) },
  {
    name: 'drain-packed-to-raw',
    unit: 'ratio',
    budget: 0.3,
    run: of(({ rounds }) => rounds.flatMap(({ ours }) => ours.packed)),
    note: 'body of a push on the wire against its JSON',
  },
  {
    name: 'drain-kb-per-invoice',
    unit: 'kB',
    run: of(({ rounds }) => rounds.map(({ ours }) => ours.bytesPerInvoice / 1000)),
  },
  {
    name: 'drain-first-attempt',
    unit: 'ms',
    budget: 2_000,
    budgetedStatistic: 'max',
    run: of(({ firstAttempts }) => firstAttempts),
    note: 'from the line being back to the first push at the server, page visible',
  },
  {
    name: 'drain-worst-2g',
    unit: 'ms',
    budget: 60_000,
    run: of(({ worstMs }) => [worstMs]),
    note: '100 invoices after an outage, 50 kbit/s, 800 ms, one packet in twenty stalls',
  },
  {
    name: 'drain-worst-2g-up',
    unit: 'kB',
    run: of(({ worstBytes }) => [worstBytes.up / 1000]),
  },
  {
    name: 'drain-worst-2g-down',
    unit: 'kB',
    run: of(({ worstBytes }) => [worstBytes.down / 1000]),
  },
  {
    name: 'drain-heap-peak',
    unit: 'MB',
    budget: 50,
    run: of(({ heap }) => [heap.peakMB - heap.emptyMB]),
    note: 'page, most on the way above the same page at rest',
  },
  {
    name: 'drain-heap-growth',
    unit: 'MB',
    budget: 2,
    run: of(({ heap }) => [growth(heap.afterMB)]),
    note: 'page after garbage collection, second half of the drains against the first',
  },
  {
    name: 'drain-server-growth',
    unit: 'MB',
    run: of(({ heap }) => [growth(heap.serverMB)]),
    note: 'the same of the server, whose simulator of the authority keeps its ledger in memory',
  },
]

export default benches
