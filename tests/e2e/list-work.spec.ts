import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readPdf } from '../support/read-pdf.ts'
import { readSpreadsheet } from '../support/read-spreadsheet.ts'
import { expect, test } from './fixtures.ts'
import { holdWorkerCall } from './steps/hold-worker-call.ts'
import { navigate } from './steps/navigate.ts'
import { expectAllSent } from './steps/outbox.ts'
import { addRows, readMetaValue, readRows, removeRow } from './steps/phone-store.ts'
import { pullDown } from './steps/pull-down.ts'
import { sell, showTab, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

/** A spreadsheet would run this as a formula unless it is marked as text. */
const NAME = '=HYPERLINK("http://example.tz";"Bonyeza")'

/** Writes a sale for a new customer with that name. */
async function writeFor(page: Page, name: string): Promise<string> {
  const id = await writeInvoice(page)
  await showTab(page, 'Cart')
  await page.getByRole('button', { name: /Walk-in customer/ }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: `Add “${name}”` }).click()
  const form = page.getByRole('dialog', { name: 'New customer' })
  await form.getByLabel('Identification type').selectOption('NO_IDENTIFICATION')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await navigate(page, '/invoices')
  return id
}

async function choose(page: Page, ids: readonly string[]) {
  await page.getByRole('button', { name: 'Select' }).click()
  for (const id of ids) await page.locator(`main a[href$="${id}"]`).click()
  const bar = page.getByRole('complementary', { name: 'Selected invoices' })
  await expect(bar.getByText(`Selected: ${ids.length}`)).toBeVisible()
  return bar
}

/** Touches a button that makes a file, and gives the file that the browser has downloaded. */
async function fileOf(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await coming
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** A year of sales as a spreadsheet: so much that its packer would rather do it elsewhere, which the policy forbids. */
async function expectLongSpreadsheet(page: Page): Promise<void> {
  const known = await readRows(page, 'invoices')
  const copies = Array.from({ length: 1000 }, (_, index) => ({
    store: 'invoices',
    row: { ...known[0], id: `copy-${index}`, orderKey: `${String(known[0]?.['saleAt'])} copy-${index}` },
  }))
  await addRows(page, copies, [])
  await page.getByRole('button', { name: 'Select' }).click()
  const { rows } = await readSpreadsheet((await fileOf(page, 'Download Excel')).bytes)
  expect(rows).toHaveLength(1 + known.length + copies.length)
}

test('several invoices are submitted, printed and exported at once; what was typed as a name calculates nothing in a spreadsheet', async ({
  phone,
  faultProxy: line,
}) => {
  const { page } = phone
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', 'yes')
  })
  await signIn(page)
  const ids = [
    await writeFor(page, NAME),
    await writeInvoice(page, { items: [{ name: 'Soda' }, { name: 'Chumvi' }] }),
  ]
  await page.goto('/invoices?status=draft')
  const submitting = await choose(page, ids)
  await submitting.getByRole('button', { name: 'Submit 2' }).click()
  const question = page.getByRole('dialog', { name: 'Submit to TRA' })
  await expect(question).toContainText('Invoices: 2')
  await expect(question).toContainText('Not paid yet: Tsh')
  await question.getByRole('button', { name: 'Submit to TRA' }).click()
  await expect(page.getByText('Saved on this phone and being sent to TRA: 2')).toBeVisible()
  await expect(submitting).toBeHidden()
  await expectAllSent(page)

  await navigate(page, '/invoices')
  const bar = await choose(page, ids)
  const csv = await fileOf(page, 'Export CSV')
  expect(csv.name).toMatch(/^invoices-\d{4}-\d\d-\d\d\.csv$/)
  const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\uFEFFDate,Time,Receipt number,Customer,/)
  expect(csv.bytes.toString('utf8')).toContain(`"'${NAME.replaceAll('"', '""')}"`)
  const table = await fileOf(page, 'Download Excel')
  expect(table.name).toMatch(/\.xlsx$/)
  const { rows, calculates } = await readSpreadsheet(table.bytes)
  expect(calculates).toBe(false)
  expect(rows.map((row) => row[3])).toEqual(expect.arrayContaining(['Customer', NAME, 'Walk-in customer']))
  expect(rows).toHaveLength(3)

  await bar.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', 'yes')
  const pages = readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
  expect(pages).toHaveLength(2)
  const papers = pages.map(({ height, texts }) => ({
    height,
    words: texts.map(({ text }) => text).join(' '),
  }))
  const long = papers.find(({ words }) => words.includes('Chumvi'))
  const short = papers.find(({ words }) => words.includes('Sukari'))
  // Each roll is cut below its last line, so that no blank paper is wasted.
  for (const [paper, { texts, height }] of pages.entries()) {
    const last = Math.max(...texts.map(({ y }) => y))
    expect(height - last, `empty paper below receipt ${paper}`).toBeLessThan(20)
  }
  expect(long?.words).not.toContain('Sukari')
  expect(short?.words).not.toContain('COPY')
  await page.mouse.click(5, 5)
  await bar.getByRole('button', { name: 'Cancel selection' }).click()

  // Nothing chosen: the whole list.
  await page.getByRole('button', { name: 'Select' }).click()
  const all = await fileOf(page, 'Export CSV')
  expect(all.bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(
    1 + (await readRows(page, 'invoices')).length,
  )

  // While something is searched, all is what was found, to choose and to write.
  await page.getByRole('searchbox').fill(NAME)
  await expect(page.locator('main a[href*="invoice/"]')).toHaveCount(1)
  const found = await fileOf(page, 'Export CSV')
  expect(found.bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(2)
  await bar.getByRole('button', { name: 'Select all' }).click()
  await expect(bar.getByText('Selected: 1')).toBeVisible()
  await page.getByRole('searchbox').fill('hakunamtuhuyu')
  await expect(page.getByText('The whole amount, such as 12,500')).toBeVisible()
  await bar.getByRole('button', { name: 'Select all' }).click()
  await expect(bar.getByText('Selected: 0')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await bar.getByRole('button', { name: 'Cancel selection' }).click()
  await page.getByRole('button', { name: 'Clear' }).click()

  // Pulled a little, nothing happens; pulled far enough, it fetches.
  const devtools = await phone.devtools()
  await page.evaluate(() => scrollTo(0, 0))
  const pulls = () => line.seen.filter(({ path }) => path.includes('/sync/pull')).length
  // The phone also fetches by itself: only the indicator shows that a pull started this fetch.
  const sign = page.locator('[data-enough]')
  await pullDown(devtools, 60)
  await expect(sign).toHaveAttribute('data-enough', 'false')
  await expect(sign).not.toHaveAttribute('data-busy')
  const before = pulls()
  await pullDown(devtools, 240)
  await expect(sign).toHaveAttribute('data-busy')
  await expect.poll(pulls).toBeGreaterThan(before)

  // What TRA has not acknowledged yet is asked for by itself, and at a touch at once.
  await navigate(page, '/invoices?status=submitted')
  const countdown = page.getByText(/^The list refreshes in \d+ s$/)
  await expect(countdown).toHaveText(/in 2[5-8] s$/)
  const asked = pulls()
  // It says so for two seconds only: the page itself is watched, not looked at now and then.
  await Promise.all([
    page.getByText(/^The list refreshes in (30|29) s$/).waitFor(),
    page.getByRole('button', { name: 'Refresh' }).click(),
  ])
  expect(pulls()).toBeGreaterThan(asked)

  await navigate(page, '/invoices')
  await expectLongSpreadsheet(page)
})

test('while a file is being written the list goes on; who leaves it reads that there is no file', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await holdWorkerCall(page, 'finish')
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Select' }).click()
  await page.getByRole('button', { name: 'Download Excel' }).click()
  const progress = page.getByRole('group', { name: 'Creating the file' })
  await expect(progress.getByText(/^Rows: [1-9]/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await page.locator('main a[data-status="issued"]').first().click()
  await expect(page.getByText('Selected: 1')).toBeVisible()
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toBeHidden()

  await page.getByRole('button', { name: 'Download Excel' }).click()
  await expect(progress.getByText('Rows: 1')).toBeVisible()
  await navigate(page, '/dashboard')
  await expect(page.getByText('The file could not be created. Try again')).toBeVisible()
  await expect(progress).toBeHidden()
})

test('an invoice that this phone no longer keeps is fetched when opened; work that it lost is said, and never called sent', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  const issued = (await readRows(page, 'invoices')).filter(({ status }) => status === 'issued')
  const oldest = issued.reduce((old, row) => (String(row['saleAt']) < String(old['saleAt']) ? row : old))
  const id = String(oldest['id'])
  await fillPage(page, issued)
  // As the phone itself does after 400 days.
  await removeRow(page, 'invoices', id)
  await context.setOffline(true)
  await navigate(page, `/invoice/${id}`)
  await expect(page.getByRole('heading', { name: 'This invoice is not on this phone' })).toBeVisible()
  await expect(page.getByText('Older invoices are on the server and need a connection.')).toBeVisible()
  await navigate(page, '/invoices?status=issued')
  const older = page.getByRole('region', { name: 'Older invoices' })
  await scrollToEnd(page, older)
  await expect(older.getByRole('button', { name: 'You are offline' })).toBeDisabled()
  // A search says too where this phone ends.
  await page.getByRole('searchbox').fill('hakunamtuhuyu')
  await expect(page.getByText(/^Only this phone was searched\./)).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await scrollToEnd(page, older)

  await context.setOffline(false)
  await older.getByRole('button', { name: 'Load older invoices' }).click()
  await expect(older.getByText('No more invoices.')).toBeVisible()
  await older.locator(`a[href$="${id}"]`).click()
  await expect(page.getByText(/It was loaded from the server: you can print it/)).toBeVisible()
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(
    String((oldest['receipt'] as { rctvnum: string }).rctvnum),
  )
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: /^(Send|Save) the PDF$/ })).toBeEnabled()
  expect((await readRows(page, 'invoices')).some((row) => row['id'] === id)).toBe(false)

  // Its storage loses a sale that was not sent (offline-design 3.2): the person reads it, also without a connection.
  await context.setOffline(true)
  const sold = await sell(page)
  for (const row of await readRows(page, 'outbox')) await removeRow(page, 'outbox', Number(row['seq']))
  await removeRow(page, 'invoices', sold)
  await page.reload()
  const notice = page.getByRole('alert').filter({ hasText: 'saved on this phone did not reach the server' })
  await expect(notice).toContainText('send again what is listed under Sending')
  await expect(page.getByRole('link', { name: /to check/ })).toBeVisible()
  await context.setOffline(false)
  const reported = async () => await readMetaValue(page, 'lost-work')
  await expect.poll(reported).toMatchObject({ reported: true })
  await expect(page.getByRole('link', { name: 'All sent' })).toBeHidden()
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeHidden()
})

/** Copies the newest issued invoice until there are two pages of fifty and one more. */
async function fillPage(page: Page, issued: readonly Record<string, unknown>[]): Promise<void> {
  const newest = issued.reduce((old, row) => (String(row['saleAt']) > String(old['saleAt']) ? row : old))
  const copies = Array.from({ length: 101 - issued.length }, () => {
    const id = crypto.randomUUID()
    return { store: 'invoices', row: { ...newest, id, orderKey: `${String(newest['saleAt'])} ${id}` } }
  })
  await addRows(page, copies, [])
}

/** The list grows while it is scrolled; the element below its rows appears when all rows are there. */
async function scrollToEnd(page: Page, end: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      return end.isVisible()
    })
    .toBe(true)
}
