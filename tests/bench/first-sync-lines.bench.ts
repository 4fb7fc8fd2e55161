import type { Browser } from 'playwright'
import { type NetworkProfile, SLOW_3G, startThrottledProxy, UNTHROTTLED } from '../support/throttled-proxy.ts'
import { type Bench, type BenchOptions, onceFor } from './bench.ts'
import { launchBrowser, newPhone, slowDown } from './support/browser.ts'
import { bundleScript } from './support/bundle-script.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { startProduct } from './support/product-process.ts'
import { fillSignIn, injectProgram } from './support/sign-in.ts'

const COMPANY = 'mwenge'
const LONGEST_MS = 20 * 60_000

type Line = { readonly name: string; readonly profile: NetworkProfile }
const LINES: readonly Line[] = [
  { name: 'local', profile: UNTHROTTLED },
  { name: 'slow-3g', profile: SLOW_3G },
]
const SLOWDOWNS = [1, 6] as const
const SIZES = [3_000, 100_000] as const

type Measured = {
  /** Invoices a second, from the tap on the button of the login form until all are here. */
  readonly perSecond: number
  /** Between the first invoices and the last: without the login and what is loaded for it. */
  readonly storedPerSecond: number
  /** The same rows, in the same page afterwards, by nothing but `bulkPut`. */
  readonly plainPerSecond: number
}

const caseName = (size: number, slowdown: number, line: string) => `${size}-cpu-${slowdown}x-${line}`

async function measureOne(
  browser: Browser,
  program: string,
  at: { readonly url: string; readonly username: string; readonly slowdown: number; readonly size: number },
): Promise<Measured> {
  const context = await newPhone(browser, at.url)
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(LONGEST_MS)
    await page.goto('/login')
    await injectProgram(page, program)
    await slowDown(page, at.slowdown)
    const begun = await page.evaluate(() => performance.now())
    await fillSignIn(page, at.username)
    const seen = await page.evaluate(() => window.benchPlain?.untilAllIsHere())
    const plain = await page.evaluate(() => window.benchPlain?.storeAgain())
    if (seen === undefined || plain === undefined) throw new Error('the page was loaded anew')
    if (plain.rows < at.size) throw new Error(`${plain.rows} of ${at.size} invoices are here`)
    return {
      perSecond: plain.rows / ((seen.endedAt - begun) / 1000),
      storedPerSecond: (plain.rows - seen.firstRows) / ((seen.endedAt - seen.firstAt) / 1000),
      plainPerSecond: plain.rows / (plain.ms / 1000),
    }
  } finally {
    await context.close()
  }
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    const found = new Map<string, Measured>()
    const program = await bundleScript('plain-store.ts')
    const browser = opened(await launchBrowser(), (part) => part.close())
    for (const size of full ? SIZES : SIZES.slice(0, 1)) {
      const product = opened(await startProduct(), (part) => part.stop())
      const asked = await product.ask({ ask: 'operators', count: 1, companies: [COMPANY] })
      const [username = ''] = 'usernames' in asked ? asked.usernames : []
      await product.ask({ ask: 'history', company: COMPANY, count: size })
      const proxy = opened(await startThrottledProxy({ host: '127.0.0.1', port: product.port }), (part) =>
        part.stop(),
      )
      for (const { name, profile } of LINES) {
        proxy.shape(profile)
        for (const slowdown of SLOWDOWNS) {
          logProgress(`first sync: ${caseName(size, slowdown, name)}`)
          const at = { url: proxy.url, username, slowdown, size }
          found.set(caseName(size, slowdown, name), await measureOne(browser, program, at))
        }
      }
    }
    return found
  }),
)

async function figure(options: BenchOptions, name: string, of: (one: Measured) => number): Promise<number[]> {
  const one = (await measure(options)).get(name)
  return one ? [of(one)] : []
}

function benchesOf(size: number, slowdown: number, line: string): Bench[] {
  const name = caseName(size, slowdown, line)
  const isGoal = slowdown === 1 && line === 'local'
  const full = { fullOnly: size !== SIZES[0] }
  return [
    {
      ...full,
      name: `first-sync-lines-${name}`,
      unit: 'per second',
      ...(isGoal ? { aim: 3_000 } : {}),
      run: (options) => figure(options, name, ({ perSecond }) => perSecond),
      note: 'invoices, from the tap that signs in until all are here',
    },
    {
      ...full,
      name: `first-sync-lines-${name}-of-plain`,
      unit: 'ratio',
      atLeast: true,
      ...(isGoal ? { budget: 0.5 } : {}),
      run: (options) =>
        figure(options, name, ({ storedPerSecond, plainPerSecond }) => storedPerSecond / plainPerSecond),
      note: 'from the first invoices to the last, beside bulkPut of the same rows alone, in the same page',
    },
  ]
}

/** A new phone in companies of two sizes, with a fast and a slow processor, on a fast and a slow line. */
const benches: Bench[] = SIZES.flatMap((size) =>
  SLOWDOWNS.flatMap((slowdown) => LINES.flatMap(({ name }) => benchesOf(size, slowdown, name))),
)
export default benches
