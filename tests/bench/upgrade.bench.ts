import { type Bench, onceFor } from './bench.ts'
import { launchBrowser, newPhone, PHONE_SLOWDOWN, slowDown } from './support/browser.ts'
import { bundleScript } from './support/bundle-script.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { injectProgram } from './support/sign-in.ts'

const RECORDS = 100_000
const SEED_STEP = 10_000
/** No server answers there: an empty page of this origin is enough for a database. */
const ORIGIN = 'http://localhost:9'

const measure = onceFor(() =>
  onStage(async (opened) => {
    const program = await bundleScript('old-phone.ts')
    const browser = opened(await launchBrowser(), (part) => part.close())
    const context = await newPhone(browser, ORIGIN)
    await context.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    const page = await context.newPage()
    await page.goto('/')
    await injectProgram(page, program)
    logProgress(`upgrade: writing ${RECORDS} invoices as the first app did`)
    for (let from = 0; from < RECORDS; from += SEED_STEP) {
      const range = { from, to: from + SEED_STEP, count: RECORDS }
      await page.evaluate(({ from, to, count }) => window.oldPhone.seed(from, to, count), range)
    }
    await slowDown(page, PHONE_SLOWDOWN)
    logProgress('upgrade: opening it')
    const openMs = await page.evaluate(() => window.oldPhone.open())
    const loopMs = await page.evaluate(() => window.oldPhone.loop())
    logProgress('upgrade: giving the rest its keys')
    const rekeyed = await page.evaluate(() => window.oldPhone.rekey())
    await page.evaluate(() => window.oldPhone.remove())
    return { openMs, loopMs, rekeyed }
  }),
)

type Measured = Awaited<ReturnType<typeof measure>>
const of =
  (pick: (measured: Measured) => number): Bench['run'] =>
  async (options) => [pick(await measure(options))]
const pageLoops: Bench['pageLoops'] = { slowdown: PHONE_SLOWDOWN, run: of(({ loopMs }) => loopMs) }

/** The first start after an update that changes how 100,000 invoices are found. One upgrade each: it happens once. */
const benches: Bench[] = [
  {
    name: 'upgrade-open',
    unit: 'ms',
    budget: 3_000,
    pageLoops,
    run: of(({ openMs }) => openMs),
    note: 'until the newest 50 are read; after 5 s the app would say that its storage is broken',
  },
  {
    name: 'upgrade-rekey',
    unit: 'ms',
    pageLoops,
    run: of(({ rekeyed }) => rekeyed.ms),
    note: 'all keys, in the background, in pieces',
  },
  {
    name: 'upgrade-rekey-piece',
    unit: 'ms',
    budget: 200,
    budgetedStatistic: 'max',
    pageLoops,
    run: of(({ rekeyed }) => rekeyed.longestMs),
    note: 'the longest piece, its waiting for the database included',
  },
]
export default benches
