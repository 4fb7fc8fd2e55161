import type { Page } from 'playwright'
import { afterTouch } from './probe.ts'

const ROW = 'div[style*="translateY"] a[data-status]'
const DAYS_ON_DASHBOARD = 105

/** Counts how often React draws something in the pages this one will show, the way its developer tools do. */
export async function countCommits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.benchCommits = 0
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: () => {
          window.benchCommits = (window.benchCommits ?? 0) + 1
        },
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
  })
}

/** Memory in use by the page's scripts once what is not needed was collected, in MB. */
export async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  await devtools.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
}

async function openDashboard(page: Page, times: number): Promise<number[]> {
  await page.evaluate((days) => window.benchPhone.seedDays(days), DAYS_ON_DASHBOARD)
  const nav = page.locator('nav').last()
  const figures = { selector: 'main#content section[aria-label="Sales today"]', text: 'Invoices: [1-9]' }
  const took: number[] = []
  for (let n = 0; n <= times; n += 1) {
    await nav.locator('a[href="/invoices"]').tap()
    await page.locator(ROW).nth(7).waitFor()
    took.push(await afterTouch(page, figures, () => nav.locator('a[href="/dashboard"]').tap()))
  }
  return took.slice(1)
}

/** Customers found by a word that is not the first of their names. */
async function searchInNames(page: Page, times: number): Promise<number[]> {
  await page.locator('nav').last().locator('a[href="/customers"]').tap()
  const field = page.locator('main#content input[type="search"]')
  const buttons = page.locator('main#content li button')
  const took: number[] = []
  for (let n = 0; n <= times; n += 1) {
    await field.fill('tumaini ')
    await buttons
      .filter({ hasText: / Tumaini Chakula/ })
      .first()
      .waitFor()
    const found = { selector: 'main#content li button', text: ' Tumaini Z' }
    await field.focus()
    took.push(await afterTouch(page, found, () => page.keyboard.press('z')))
    await field.fill('')
  }
  return took.slice(1)
}

async function changeInvoices(page: Page, times: number) {
  await page.locator('nav').last().locator('a[href="/invoices"]').tap()
  await page.locator(ROW).nth(7).waitFor()
  await page.evaluate(() => window.benchPhone.changeShown('Before'))
  const shown = []
  const unseen: number[] = []
  for (let n = 0; n < times; n += 1) {
    shown.push(await page.evaluate((name) => window.benchPhone.changeShown(name), `Changed ${n}`))
    unseen.push(await page.evaluate((name) => window.benchPhone.changeUnseen(name), `Changed ${n}`))
  }
  return { shown, unseen }
}

/** Two years of days, and the report of this one with its comparison. */
async function openYearReport(page: Page, times: number): Promise<number[]> {
  await page.evaluate((days) => window.benchPhone.seedDays(days), 2 * 366)
  await page.locator('nav').last().getByRole('button', { name: 'More' }).tap()
  await page.getByRole('link', { name: 'Sales report' }).tap()
  const choose = async (now: RegExp, next: string) => {
    await page.getByRole('button', { name: now }).tap()
    const preset = page
      .getByRole('dialog', { name: 'Period' })
      .getByRole('button', { name: next, exact: true })
    await preset.waitFor()
    return preset
  }
  const year = { selector: 'section[aria-label="Totals"] p', text: '\\d{3},\\d{3},\\d{3}' }
  const took: number[] = []
  for (let n = 0; n <= times; n += 1) {
    const preset = await choose(/^This month/, 'This year')
    took.push(await afterTouch(page, year, () => preset.tap()))
    await (await choose(/^This year/, 'This month')).tap()
    await page.getByRole('button', { name: /^This month/ }).waitFor()
  }
  return took.slice(1)
}

type Scrolled = { readonly framesPerSecond: number; readonly mostRows: number; readonly passedPx: number }

/** Scrolls the list by 100 points a frame, some 80 rows a second, reading on at its end as a thumb does. */
async function scrollList(page: Page, seconds: number): Promise<Scrolled> {
  await page.evaluate(() => window.scrollTo(0, 0))
  return await page.evaluate(
    ({ row, ms }) =>
      new Promise<Scrolled>((resolve) => {
        const begun = performance.now()
        let frames = 0
        let mostRows = 0
        const step = () => {
          const now = performance.now()
          mostRows = Math.max(mostRows, document.querySelectorAll(row).length)
          if (now - begun >= ms) {
            const framesPerSecond = frames / ((now - begun) / 1000)
            resolve({ framesPerSecond, mostRows, passedPx: window.scrollY })
            return
          }
          frames += 1
          window.scrollBy(0, 100)
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    { row: ROW, ms: seconds * 1000 },
  )
}

/** The screens of a signed-in phone that has the program of `page/phone-work.ts`. */
export async function measureScreens(page: Page, full: boolean) {
  const times = full ? 12 : 5
  const dashboard = await openDashboard(page, times)
  const search = await searchInNames(page, times)
  const changes = await changeInvoices(page, times)
  const scroll = await scrollList(page, full ? 20 : 5)
  const year = await openYearReport(page, times)
  return { dashboard, search, changes, scroll, year }
}
