import type { Page } from 'playwright'
import { type Bench, calibrationLoop, onceFor } from './bench.ts'
import { PHONE_SLOWDOWN, slowDown } from './support/browser.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { fillPhone } from './support/fill-phone.ts'
import { afterTouch, probePage } from './support/probe.ts'

const EXPENSES = 10_000

const ROW = 'div[style*="translateY"] button[data-status]'
const LIST = { selector: ROW, count: 6 }
/** Stands above the rows of a filter, drawn together with them: its place first, then what they come to. */
const FILTERED = { selector: 'main#content p[data-of="filter"]' }
const TOTAL = { selector: 'main#content p[data-of="filter"][role="status"]', text: 'Expenses: ' }
const REPORT_SUM = { selector: 'main#content section tbody td', text: '\\d,\\d{3}' }
/** A month comes to less than a hundred million; the year, from March on, to more. */
const YEAR_SUM = { selector: 'main#content section tbody td', text: '^\\d{3},\\d{3},\\d{3}' }
const FORM = { selector: 'main#content form input' }

/** From another screen to the list, through the sheet of the menu. */
async function openList(page: Page): Promise<number> {
  const nav = page.locator('nav').last()
  await nav.locator('a[href="/dashboard"]').tap()
  await page.locator('main#content a[data-status="issued"]').waitFor()
  await nav.locator('button').tap()
  const link = page.getByRole('dialog').locator('a[href="/expenses"]')
  await link.waitFor()
  return await afterTouch(page, LIST, () => link.tap())
}

/** What the list takes to show something of only one status or category, chosen by its first letter. */
async function choose(page: Page, field: string, letter: string, sight = FILTERED): Promise<number> {
  const select = page.getByRole('combobox', { name: field })
  await select.focus()
  const took = await afterTouch(page, sight, () => page.keyboard.press(letter))
  await select.selectOption('')
  await page.locator(FILTERED.selector).waitFor({ state: 'detached' })
  return took
}

async function search(page: Page): Promise<number> {
  const field = page.locator('main#content input[type="search"]')
  await field.fill('neema ')
  await page
    .locator(ROW)
    .filter({ hasText: /Neema Amani/ })
    .first()
    .waitFor()
  await field.focus()
  const found = { selector: ROW, text: 'Neema Z' }
  const took = await afterTouch(page, found, () => page.keyboard.press('z'))
  await field.fill('')
  await page.locator(ROW).nth(6).waitFor()
  return took
}

/** The report of this month, and then that of this year: the times to their first sum. */
async function openReport(page: Page): Promise<{ monthMs: number; yearMs: number }> {
  const link = page.locator('main#content a[href="/expenses-report"]')
  const monthMs = await afterTouch(page, REPORT_SUM, () => link.tap())
  await page.getByRole('button', { name: /^This month/ }).tap()
  const year = page
    .getByRole('dialog', { name: 'Period' })
    .getByRole('button', { name: 'This year', exact: true })
  await year.waitFor()
  const yearMs = await afterTouch(page, YEAR_SUM, () => year.tap())
  await page.goBack()
  await page.locator(ROW).nth(6).waitFor()
  return { monthMs, yearMs }
}

/** Writes an expense by hand; the times to the form, and from *Save* until it is on the list. */
async function write(page: Page, name: string): Promise<{ formMs: number; savedMs: number }> {
  await page.getByRole('button', { name: 'New expense' }).tap()
  const link = page.getByRole('dialog').locator('a[href="/new-expense"]')
  await link.waitFor()
  const formMs = await afterTouch(page, FORM, () => link.tap())
  await page.getByRole('textbox', { name: 'Amount' }).fill('12500')
  await page.getByLabel('Category').selectOption('RENT')
  await page.getByLabel('Vendor', { exact: true }).fill(name)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const savedMs = await afterTouch(page, { selector: ROW, text: name }, () => save.tap())
  return { formMs, savedMs }
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    logProgress(`expenses: writing ${EXPENSES}`)
    const { phone } = await fillPhone(opened, (page) =>
      page.evaluate((count) => window.benchPhone.seedExpenses(count), EXPENSES),
    )

    logProgress('expenses: list and form')
    const page = await (await phone.start()).newPage()
    await probePage(page)
    await page.goto('/expenses')
    await page.locator(ROW).nth(6).waitFor()
    await slowDown(page, PHONE_SLOWDOWN)
    const loopMs = [await page.evaluate(calibrationLoop)]
    const took: Record<
      'list' | 'status' | 'category' | 'total' | 'search' | 'month' | 'year' | 'form' | 'saved',
      number[]
    > = {
      list: [],
      status: [],
      category: [],
      total: [],
      search: [],
      month: [],
      year: [],
      form: [],
      saved: [],
    }
    for (let n = 0; n <= (full ? 12 : 5); n += 1) {
      took.list.push(await openList(page))
      took.status.push(await choose(page, 'Status', 'p'))
      took.category.push(await choose(page, 'Category', 'w'))
      took.total.push(await choose(page, 'Category', 'w', TOTAL))
      took.search.push(await search(page))
      const { monthMs, yearMs } = await openReport(page)
      took.month.push(monthMs)
      took.year.push(yearMs)
      const { formMs, savedMs } = await write(page, `Mwenye nyumba ${n}`)
      took.form.push(formMs)
      took.saved.push(savedMs)
    }
    loopMs.push(await page.evaluate(calibrationLoop))
    return { took, loopMs }
  }),
)

type Measured = Awaited<ReturnType<typeof measure>>
const loops: NonNullable<Bench['pageLoops']> = {
  slowdown: PHONE_SLOWDOWN,
  run: async (options) => (await measure(options)).loopMs,
}

/** What the first time of each warms up is not counted. */
function touch(name: string, part: keyof Measured['took'], budget: number | null, note: string): Bench {
  const run: Bench['run'] = async (options) => (await measure(options)).took[part].slice(1)
  return {
    name: `expenses-${name}`,
    pageLoops: loops,
    unit: 'ms',
    ...(budget === null ? {} : { budget }),
    note,
    run,
  }
}

/** Expenses on a phone with 10,000 of them, its main thread four times as slow. */
const benches: Bench[] = [
  touch('tap-to-rows', 'list', 100, 'from the touch in the menu until the rows of the list are shown'),
  touch('status-to-rows', 'status', 100, 'a status is chosen, until its rows are shown'),
  touch('category-to-rows', 'category', 100, 'a category is chosen, until its rows are shown'),
  touch('category-total', 'total', null, 'the same until the sum of all of them is shown above the rows'),
  touch('key-to-results', 'search', 50, 'a key in the search field, by the name of a vendor'),
  touch('tap-to-report', 'month', 100, 'from the touch on Report until the sum of this month is shown'),
  touch('year-report', 'year', 100, 'from the touch on This year until its sum is shown'),
  touch('tap-to-form', 'form', 100, 'from the touch on By hand until its fields are shown'),
  touch('save-tap-to-shown', 'saved', 100, 'from the touch on Save until it is a row of the list, flushed'),
]

export default benches
