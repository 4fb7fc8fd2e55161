import type { Page } from 'playwright'
import { type Bench, calibrationLoop, onceFor } from './bench.ts'
import { PHONE_SLOWDOWN, slowDown } from './support/browser.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { fillPhone } from './support/fill-phone.ts'
import { longTasksSince, touchWatched, watchLongTasks } from './support/long-tasks.ts'

const INVOICES = 10_000
const LONGEST_MS = 5 * 60_000

type Exported = { readonly ms: number; readonly tasks: readonly number[] }

/** Has the whole list written as a file: the time until the browser has it, and the long tasks meanwhile. */
async function exportList(page: Page, button: string): Promise<Exported> {
  const coming = page.waitForEvent('download', { timeout: LONGEST_MS })
  const begun = performance.now()
  await touchWatched(page, page.getByRole('button', { name: button }))
  await coming
  const ms = performance.now() - begun
  return { ms, tasks: await longTasksSince(page) }
}

const measure = onceFor(() =>
  onStage(async (opened) => {
    const { phone } = await fillPhone(opened, (page) =>
      page.evaluate((count) => window.benchPhone.seedInvoices(0, count, count), INVOICES),
    )

    logProgress(`export: ${INVOICES} invoices on a phone`)
    const page = await (await phone.start()).newPage()
    await page.goto('/invoices')
    await page.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('button', { name: 'Download Excel' }).waitFor()
    await slowDown(page, PHONE_SLOWDOWN)
    const loopMs = [await page.evaluate(calibrationLoop)]
    await watchLongTasks(page)
    const xlsx = await exportList(page, 'Download Excel')
    const csv = await exportList(page, 'Export CSV')
    loopMs.push(await page.evaluate(calibrationLoop))
    return { xlsx, csv, loopMs }
  }),
)

function benchesOf(format: 'xlsx' | 'csv', name: string): Bench[] {
  const pageLoops: NonNullable<Bench['pageLoops']> = {
    slowdown: PHONE_SLOWDOWN,
    run: async (options) => (await measure(options)).loopMs,
  }
  return [
    {
      name: `export-screen-${format}-longest-task`,
      unit: 'ms',
      budget: 50,
      pageLoops,
      run: async (options) => [Math.max(0, ...(await measure(options))[format].tasks)],
      note: `on the main thread while the list becomes ${name}; 0: none over 50 ms`,
    },
    {
      name: `export-screen-${format}`,
      unit: 'ms',
      pageLoops,
      run: async (options) => [(await measure(options))[format].ms],
      note: `from the touch until the browser has the file, ${INVOICES} invoices`,
    },
  ]
}

/** What exporting costs the screen of a phone, its main thread four times as slow. */
const benches: Bench[] = [...benchesOf('xlsx', 'a spreadsheet'), ...benchesOf('csv', 'CSV')]
export default benches
