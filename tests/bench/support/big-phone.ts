import type { BrowserContext, Page } from 'playwright'
import {
  type NetworkProfile,
  SLOW_3G,
  type ThrottledProxy,
  UNTHROTTLED,
} from '../../support/throttled-proxy.ts'
import { type Bench, calibrationLoop, onceFor } from '../bench.ts'
import type { QueryName } from '../page/phone-work.ts'
import { type PersistentPhone, PHONE_SLOWDOWN, slowDown } from './browser.ts'
import { logProgress, onStage } from './cleanup.ts'
import { fillPhone } from './fill-phone.ts'
import { afterTouch, probePage, type Sight, seenAt, untilAtRest } from './probe.ts'
import { countCommits, heapOf, measureScreens } from './screens.ts'
import { injectProgram } from './sign-in.ts'

export const RECORDS = 100_000
/** How much one call of the page does: the page's own clock, not this one's, decides when it ends. */
const SEED_STEP = 10_000

const ROW = 'div[style*="translateY"] a[data-status]'
/** The rows that fit on the screen; the other read ones are drawn when scrolled to. */
const LIST: Sight = { selector: ROW, count: 8 }

export type Start = { readonly ms: number; readonly loopMs: number }

/**
 * Opens the list in a browser, with the phone's slow processor, and returns the time until its rows are
 * shown.
 */
async function openList(context: BrowserContext): Promise<Start> {
  const page = await context.newPage()
  await slowDown(page, PHONE_SLOWDOWN)
  await probePage(page, LIST)
  await page.goto('/invoices', { waitUntil: 'commit' })
  const ms = await seenAt(page)
  const loopMs = await page.evaluate(calibrationLoop)
  await page.close()
  return { ms, loopMs }
}

/**
 * Starts of a browser that was closed, on the given connection, each followed by one of the running browser.
 */
async function measureStarts(
  phone: PersistentPhone,
  proxy: ThrottledProxy,
  times: number,
  shape: NetworkProfile | 'cut' | 'silent',
) {
  proxy.set(shape === 'cut' || shape === 'silent' ? shape : 'open')
  if (typeof shape === 'object') proxy.shape(shape)
  const cold: Start[] = []
  const again: Start[] = []
  for (let n = 0; n < times; n += 1) {
    const context = await phone.start()
    cold.push(await openList(context))
    again.push(await openList(context))
    await phone.shut()
  }
  return { cold, again }
}

async function seed(page: Page): Promise<number> {
  const begun = performance.now()
  for (let from = 0; from < RECORDS; from += SEED_STEP) {
    const range = { from, to: from + SEED_STEP, count: RECORDS }
    await page.evaluate(({ from, to, count }) => window.benchPhone.seedInvoices(from, to, count), range)
    await page.evaluate(({ from, to }) => window.benchPhone.seedCustomers(from, to), range)
  }
  await page.evaluate(() => window.benchPhone.recount())
  return performance.now() - begun
}

const QUERIES: readonly QueryName[] = [
  'newest',
  'window-only',
  'canceled',
  'counts',
  'customer-prefix',
  'customer-middle-word',
]

/** Each query once a round, so that what else the page does at the time disturbs all of them alike. */
async function measureQueries(page: Page, rounds: number): Promise<Map<QueryName, number[]>> {
  const took = new Map(QUERIES.map((name): [QueryName, number[]] => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    await untilAtRest(page)
    for (const [name, times] of took) {
      times.push(...(await page.evaluate((wanted) => window.benchPhone.timeQuery(wanted, 1), name)))
    }
  }
  return took
}

/** Touches on the signed-in screens, each repeated after one for nothing. */
async function measureTouches(page: Page, times: number) {
  const nav = page.locator('nav').last()
  const list: number[] = []
  const filter: number[] = []
  const search: number[] = []
  for (let n = 0; n <= times; n += 1) {
    await nav.locator('a[href="/dashboard"]').tap()
    await page.locator('main#content a[data-status="issued"]').waitFor()
    list.push(await afterTouch(page, LIST, () => nav.locator('a[href="/invoices"]').tap()))
    const chip = page.locator('button[data-status="canceled"]')
    const canceled = {
      selector: `${ROW}[data-status="canceled"]`,
      count: 8,
      gone: `${ROW}[data-status="issued"]`,
    }
    filter.push(await afterTouch(page, canceled, () => chip.tap()))
    await nav.locator('a[href="/customers"]').tap()
    const field = page.locator('main#content input[type="search"]')
    await field.fill('neem')
    await page
      .locator('main#content li button', { hasText: /^Neema/ })
      .first()
      .waitFor()
    await page
      .locator('main#content li button', { hasText: /^Neema Amani/ })
      .first()
      .waitFor()
    const found = { selector: 'main#content li button', text: '^Neema Z' }
    await field.fill('neema ')
    await field.focus()
    search.push(await afterTouch(page, found, () => page.keyboard.press('z')))
    await field.fill('')
  }
  const warm = (samples: number[]) => samples.slice(1)
  return { list: warm(list), filter: warm(filter), search: warm(search) }
}

/**
 * A phone with 100,000 invoices and 100,000 customers, its main thread four times as slow as this machine: its starts,
 * queries, touches and screens, in one session.
 */
export const measureBigPhone = onceFor(({ full }) =>
  onStage(async (opened) => {
    const times = full ? 8 : 4

    logProgress(`big phone: writing ${RECORDS} invoices and as many customers`)
    const { phone, proxy, program, filled: seedMs } = await fillPhone(opened, seed)

    logProgress('big phone: starts')
    const offline = await measureStarts(phone, proxy, times, 'cut')
    const silent = await measureStarts(phone, proxy, full ? times : 2, 'silent')
    const slow = await measureStarts(phone, proxy, full ? times : 2, SLOW_3G)
    proxy.shape(UNTHROTTLED)
    proxy.set('cut')

    const page = await (await phone.start()).newPage()
    await probePage(page)
    await countCommits(page)
    await page.goto('/invoices')
    await page.locator(ROW).nth(7).waitFor({ timeout: 30_000 })
    const heapMB = await heapOf(page)
    await page.goto('/dashboard')
    await page.locator('main#content a[data-status="issued"]').waitFor({ timeout: 30_000 })
    await injectProgram(page, program)
    await slowDown(page, PHONE_SLOWDOWN)
    logProgress('big phone: queries and touches')
    const loopMs = [await page.evaluate(calibrationLoop)]
    const loops = async (list: number[]) => {
      list.push(await page.evaluate(calibrationLoop))
    }
    const queries = await measureQueries(page, 20)
    await loops(loopMs)
    const touches = await measureTouches(page, full ? 12 : 5)
    await loops(loopMs)
    logProgress('big phone: screens')
    const screens = await measureScreens(page, full)
    return { seedMs, offline, silent, slow, loopMs, queries, touches, heapMB, screens }
  }),
)

export type BigPhone = Awaited<ReturnType<typeof measureBigPhone>>

/** The fixed loop in the page before and after its touches. */
export const touchLoops: NonNullable<Bench['pageLoops']> = {
  slowdown: PHONE_SLOWDOWN,
  run: async (options) => (await measureBigPhone(options)).loopMs,
}
