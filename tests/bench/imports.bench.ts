import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { type Bench, calibrationLoop, onceFor } from './bench.ts'
import { PHONE_SLOWDOWN, slowDown } from './support/browser.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { fillPhone } from './support/fill-phone.ts'
import { longTasksSince, touchWatched, watchLongTasks } from './support/long-tasks.ts'

const HEAD = 'name,identificationType,identificationNumber,phone,email,vatRegistrationNumber'
const LONGEST_MS = 15 * 60_000

/**
 * Writes a file of customers whom the phone does not know; `series` tells two files apart. The browser opens it from the
 * disk: Playwright decodes bytes that it gets on the page, in a task longer than any of ours.
 */
function writeCustomers(folder: string, rows: number, series: string): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const number = String(at).padStart(6, '0')
    return `Mteja ${series} ${number},PASSPORT,${series}${number},0700${number},mteja${number}@example.com,`
  })
  const path = join(folder, `wateja-${series}.csv`)
  writeFileSync(path, [HEAD, ...lines].join('\n'))
  return path
}

/**
 * Waits until the open sheet says something. Not by a locator: Playwright searches on the page, again and again, and on a
 * slow processor each search is a task longer than any of ours.
 */
async function sheetSays(page: Page, what: RegExp): Promise<void> {
  const says = (source: string) =>
    new RegExp(source).test(document.querySelector('dialog[open]')?.textContent ?? '')
  await page.waitForFunction(says, what.source, { polling: 100, timeout: LONGEST_MS })
}

/** Chooses a file on the open sheet; the time until the preview says what it would do. */
async function readFile(page: Page, path: string): Promise<number> {
  const choosing = page.waitForEvent('filechooser')
  await touchWatched(page, page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }))
  const begun = performance.now()
  await (await choosing).setFiles(path)
  await sheetSays(page, /Save [\d,]+ customers/)
  return performance.now() - begun
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    const rows = full ? 50_000 : 10_000
    const folder = opened(mkdtempSync(join(tmpdir(), 'risiti-bench-import-')), (path) =>
      rm(path, { recursive: true, force: true }),
    )
    const { phone } = await fillPhone(opened, async () => undefined)
    const page = await (await phone.start()).newPage()
    await page.goto('/customers?import=csv')
    await page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).waitFor()
    await slowDown(page, PHONE_SLOWDOWN)
    const loopMs = [await page.evaluate(calibrationLoop)]
    await watchLongTasks(page)

    logProgress(`import: reading ${rows} rows`)
    const readMs = await readFile(page, writeCustomers(folder, rows, 'A'))
    const whileReading = await longTasksSince(page)
    logProgress('import: writing them')
    const begun = performance.now()
    await touchWatched(page, page.getByRole('button', { name: /^Save [\d,]+ customers$/ }))
    await sheetSays(page, new RegExp(`Customers saved on this phone: ${rows}`))
    const writtenMs = performance.now() - begun
    const whileWriting = await longTasksSince(page)

    logProgress('import: canceled')
    await page.goto('/customers?import=csv')
    await readFile(page, writeCustomers(folder, 10_000, 'B'))
    await page.getByRole('button', { name: /^Save [\d,]+ customers$/ }).tap()
    await page.getByText(/^Rows: \d+ of/).waitFor({ timeout: LONGEST_MS })
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
    const canceledAt = performance.now()
    await cancel.tap()
    await page.getByText(/^Stopped\. /).waitFor()
    const cancelMs = performance.now() - canceledAt
    loopMs.push(await page.evaluate(calibrationLoop))
    const perSecond = (ms: number) => rows / (ms / 1000)
    return {
      read: perSecond(readMs),
      written: perSecond(writtenMs),
      whileReading,
      whileWriting,
      cancelMs,
      loopMs,
    }
  }),
)

type Measured = Awaited<ReturnType<typeof measure>>
const of =
  (pick: (measured: Measured) => readonly number[]): Bench['run'] =>
  async (options) => [...pick(await measure(options))]
const loops: NonNullable<Bench['pageLoops']> = {
  slowdown: PHONE_SLOWDOWN,
  run: of(({ loopMs }) => loopMs),
}

/** A file of customers (`--full`: 50,000 rows) read and written on the phone, its main thread four times as slow. */
const benches: Bench[] = [
  {
    name: 'import-read',
    pageLoops: loops,
    unit: 'per second',
    run: of(({ read }) => [read]),
    note: 'rows, from the choice of the file to its preview, in a worker',
  },
  {
    name: 'import-read-longest-task',
    pageLoops: loops,
    unit: 'ms',
    budget: 50,
    run: of(({ whileReading }) => [Math.max(0, ...whileReading)]),
    note: 'on the main thread meanwhile; 0: none over 50 ms',
  },
  {
    name: 'import-write',
    pageLoops: loops,
    unit: 'per second',
    run: of(({ written }) => [written]),
    note: 'rows, each chunk a transaction with its operation, from the touch on Save',
  },
  {
    name: 'import-write-longest-task',
    pageLoops: loops,
    unit: 'ms',
    budget: 50,
    run: of(({ whileWriting }) => [Math.max(0, ...whileWriting)]),
    note: 'on the main thread meanwhile; 0: none over 50 ms',
  },
  {
    name: 'import-write-long-tasks',
    pageLoops: loops,
    unit: 'count',
    run: of(({ whileWriting }) => [whileWriting.length]),
    note: 'how many over 50 ms there were',
  },
  {
    name: 'import-cancel',
    pageLoops: loops,
    unit: 'ms',
    budget: 1_000,
    run: of(({ cancelMs }) => [cancelMs]),
    note: 'from the touch on Cancel until the import is shown as stopped: the chunk in hand is finished',
  },
]

export default benches
