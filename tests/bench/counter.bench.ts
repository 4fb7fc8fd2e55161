import type { Page } from 'playwright'
import { type Bench, calibrationLoop, onceFor, quantile } from './bench.ts'
import { PHONE_SLOWDOWN, slowDown } from './support/browser.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { fillPhone } from './support/fill-phone.ts'
import { readInteractions, watchInteractions } from './support/interactions.ts'
import { afterTouch, probePage } from './support/probe.ts'
import { injectProgram } from './support/sign-in.ts'

const INVOICES = 100_000
const PRODUCTS = 10_000
const SEED_STEP = 10_000
/** Slowed six times, as the goal for saving is written. */
const SAVE_SLOWDOWN = 6

/** The last thing of a sale: what leads to the next one. */
const SOLD = { selector: 'main#content a[href^="/new-invoice?draft="]' }

async function seed(page: Page): Promise<void> {
  await page.evaluate((count) => window.benchPhone.seedProducts(count), PRODUCTS)
  for (let from = 0; from < INVOICES; from += SEED_STEP) {
    const range = { from, to: from + SEED_STEP, count: INVOICES }
    await page.evaluate(({ from, to, count }) => window.benchPhone.seedInvoices(from, to, count), range)
  }
  await page.evaluate(() => window.benchPhone.recount())
}

type Sale = { readonly taps: number; readonly soldMs: number }

/** Two items for a walk-in, paid with a note that is more than they cost, from the empty counter to its end. */
async function sellTwo(page: Page, at: number): Promise<Sale> {
  let taps = 0
  const tap = async (target: ReturnType<Page['locator']>) => {
    await target.tap()
    taps += 1
  }
  const tiles = page.getByRole('list', { name: 'Price list' }).getByRole('button', { name: /Tsh/ })
  await tap(tiles.nth(at % 4))
  await tap(tiles.nth(4 + (at % 3)))
  await tap(page.getByRole('button', { name: /^Charge/ }))
  const sheet = page.getByRole('dialog', { name: 'Payment' })
  await tap(sheet.getByRole('button', { name: 'Cash', exact: true }))
  await tap(sheet.getByRole('group', { name: 'Cash received' }).getByRole('button').last())
  await sheet.getByText('Change', { exact: true }).waitFor()
  const soldMs = await afterTouch(page, SOLD, () => tap(sheet.getByRole('button', { name: /^Submit/ })))
  return { taps, soldMs }
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    logProgress(`counter: writing ${INVOICES} invoices and ${PRODUCTS} products`)
    const { phone, program } = await fillPhone(opened, seed)

    logProgress('counter: selling by hand')
    const page = await (await phone.start()).newPage()
    await probePage(page)
    await watchInteractions(page)
    await page.goto('/new-invoice')
    await page.getByRole('list', { name: 'Price list' }).getByRole('button', { name: /Tsh/ }).nth(8).waitFor()
    await slowDown(page, PHONE_SLOWDOWN)
    const loopMs = [await page.evaluate(calibrationLoop)]
    const sales: Sale[] = []
    for (let n = 0; n < (full ? 40 : 12); n += 1) {
      sales.push(await sellTwo(page, n))
      await page.getByRole('link', { name: 'New sale' }).tap()
      await page.getByRole('button', { name: 'Charge Tsh 0' }).waitFor()
    }
    const answers = await readInteractions(page)
    loopMs.push(await page.evaluate(calibrationLoop))

    logProgress('counter: saving')
    await injectProgram(page, program)
    await slowDown(page, SAVE_SLOWDOWN)
    const saveLoopMs = [await page.evaluate(calibrationLoop)]
    await page.evaluate(() => window.benchPhone.sell(5))
    const sold = await page.evaluate((count) => window.benchPhone.sell(count), full ? 200 : 60)
    saveLoopMs.push(await page.evaluate(calibrationLoop))
    return { sales: sales.slice(1), answers, loopMs, sold, saveLoopMs }
  }),
)

type Measured = Awaited<ReturnType<typeof measure>>
const of =
  (pick: (measured: Measured) => readonly number[]): Bench['run'] =>
  async (options) => [...pick(await measure(options))]
const loops: Bench['pageLoops'] = { slowdown: PHONE_SLOWDOWN, run: of(({ loopMs }) => loopMs) }
const saveLoops: Bench['pageLoops'] = { slowdown: SAVE_SLOWDOWN, run: of(({ saveLoopMs }) => saveLoopMs) }

/** Selling by hand on a phone with 100,000 invoices and 10,000 products, its main thread four times as slow. */
const benches: Bench[] = [
  {
    name: 'counter-taps',
    unit: 'count',
    budget: 8,
    budgetedStatistic: 'max',
    run: of(({ sales }) => sales.map(({ taps }) => taps)),
    note: 'from the empty counter to its end: two items, a walk-in, paid with more than it costs',
  },
  {
    name: 'counter-tap-inp',
    pageLoops: loops,
    unit: 'ms',
    budget: 100,
    run: of(({ answers }) => [quantile(answers, 0.98)]),
    note: 'touch to the next paint, worst 2 % of all touches of the sales (INP p98)',
  },
  {
    name: 'counter-tap-median',
    pageLoops: loops,
    unit: 'ms',
    run: of(({ answers }) => answers),
    note: 'the same touches, all of them',
  },
  {
    name: 'save-tap-to-shown',
    pageLoops: loops,
    unit: 'ms',
    budget: 100,
    run: of(({ sales }) => sales.map(({ soldMs }) => soldMs)),
    note: 'from the last touch until the sale stands as kept on this phone, flushed; slowed 4 times',
  },
  {
    name: 'save-transaction',
    pageLoops: saveLoops,
    unit: 'ms',
    budget: 40,
    budgetedStatistic: 'p95',
    run: of(({ sold }) => sold.transactionMs),
    note: 'record, outbox entry, audit, totals and counters, flushed; main thread slowed 6 times',
  },
  {
    name: 'save-command',
    pageLoops: saveLoops,
    unit: 'ms',
    run: of(({ sold }) => sold.commandMs),
    note: 'the whole submission: judged, frozen, hashed, written; slowed 6 times',
  },
]

export default benches
