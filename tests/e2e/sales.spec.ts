import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { readPdfText } from '../support/read-pdf-text.ts'
import { readSpreadsheet } from '../support/read-spreadsheet.ts'
import { expect, test } from './fixtures.ts'
import { findBarriers } from './scenes/find-barriers.ts'
import { lastDays } from './steps/last-days.ts'
import { navigate } from './steps/navigate.ts'
import { expectAllSent } from './steps/outbox.ts'
import { changeRow, readRows } from './steps/phone-store.ts'
import { sell } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'
import { openSwahiliTab } from './steps/swahili-tab.ts'

async function fileOf(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const download = await coming
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** The shillings of the first amount in a text, in cents. */
function centsIn(text: string | null): number {
  const amount = /Tsh\s([\d,]+(?:\.\d\d)?)/.exec(text ?? '')?.[1] ?? ''
  return Math.round(Number(amount.replaceAll(',', '')) * 100)
}

/** What an invoice of the phone comes to, in cents. */
function totalOf(row: Record<string, unknown> | undefined): number {
  return Number((row?.['totals'] as { totalIncludingTax: number } | undefined)?.totalIncludingTax)
}

/** Follows the guided tour from its first step to its last. */
async function followTour(page: Page): Promise<void> {
  const tour = page.getByRole('dialog')
  await expect(tour.getByText('Step 1 of 6')).toBeVisible()
  await expect(tour.getByRole('heading', { name: 'Your sales today' })).toBeFocused()
  for (let step = 2; step <= 6; step++) {
    await tour.getByRole('button', { name: 'Next' }).click()
    await expect(tour.getByText(`Step ${step} of 6`)).toBeVisible()
  }
  await tour.getByRole('button', { name: 'Done' }).click()
  await expect(tour).toHaveCount(0)
}

test('the dashboard says what is owed, spent and sold most, lists first steps, and shows its tour again at any time (spec §1, §2)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  await context.setOffline(true)
  // On the first day of a month nothing else may have been sold in it.
  await sell(page)
  await navigate(page, '/dashboard')
  await expect(page.getByRole('link', { name: /^Owed to you\s*Tsh/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Expenses this month\s*Tsh/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last 7 days' })).toContainText('Tsh')
  const best = page.getByRole('region', { name: 'Best sellers this month' }).getByRole('listitem')
  // They are read by themselves, later than the figures above them.
  await expect(best.first()).toBeVisible()
  const sums = (await best.allTextContents()).map(centsIn)
  expect(sums.length).toBeGreaterThan(0)
  expect(sums).toEqual(sums.toSorted((a, b) => b - a))

  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('link', { name: 'Take the guided tour' }).click()
  await followTour(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(steps.getByRole('listitem').first()).toHaveText(/Take the guided tour\s*Done/)
  await steps.getByRole('button', { name: 'Hide this list' }).click()
  await expect(steps).toHaveCount(0)

  await navigate(page, '/settings')
  await page.getByRole('link', { name: 'Start the guided tour' }).click()
  await page.getByRole('button', { name: 'Skip the tour' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(steps).toHaveCount(0)
})

test('a month is reported offline with what this phone sold, in files with the same sums, and Z reports stay after the first view (spec §1, §9)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  // A month that has just begun has no Z reports yet.
  await navigate(page, `/sales?${lastDays()}`)
  await expect(page.getByRole('heading', { name: 'Sales report' })).toBeVisible()
  const zReports = page.getByRole('region', { name: 'Z reports' })
  await zReports.getByRole('button', { name: 'Show Z reports' }).click()
  await expect(zReports.getByText('Received by TRA').first()).toBeVisible()

  await context.setOffline(true)
  // Nor has it any other sale.
  await sell(page)
  await navigate(page, '/sales')
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect(totals.getByText(/^Includes invoices not sent from this phone yet: 1,/)).toBeVisible()
  const before = centsIn(await totals.textContent())
  const id = await sell(page)
  const sold = (await readRows(page, 'invoices')).find((row) => row['id'] === id)
  const own = totalOf(sold)
  await navigate(page, '/sales')
  await expect(totals.getByText(/^Includes invoices not sent from this phone yet: 2,/)).toBeVisible()
  const shown = centsIn(await totals.textContent())
  expect(shown).toBe(before + own)

  await page.getByRole('button', { name: 'Day end' }).click()
  const dayEnd = page.getByRole('dialog', { name: 'Day end' })
  const expected = centsIn(await dayEnd.getByText(/^Expected cash of the day/).textContent())
  expect(expected).toBeGreaterThanOrEqual(own)
  await dayEnd.getByLabel('Cash counted').fill('')
  await dayEnd.getByRole('button', { name: 'Save the count' }).click()
  await expect(dayEnd.getByText('Enter what you counted, 0 if there is nothing')).toBeVisible()
  await dayEnd.getByLabel('Cash counted').fill(String(expected / 100 - 500))
  await expect(dayEnd.getByText(/^Tsh\s500 is missing\.$/)).toBeVisible()
  await dayEnd.getByRole('button', { name: 'Save the count' }).click()
  const counted = dayEnd.getByRole('row', { name: /^Difference/ })
  await expect(counted).toContainText('-500')
  await expect(
    dayEnd.getByText('You are offline. Only the counts made on this phone are shown.'),
  ).toBeVisible()
  const xPdf = dayEnd.getByRole('button', { name: 'Download PDF' })
  const [xFile] = await Promise.all([page.waitForEvent('download'), xPdf.click()])
  expect(xFile.suggestedFilename()).toMatch(/^x-report-\d{4}-\d\d-\d\d\.pdf$/)
  const xText = await readPdfText(await readFile(await xFile.path()))
  for (const words of ['Expected cash', 'Cash counted', 'Sales including VAT']) expect(xText).toContain(words)
  expect(await findBarriers(page, { rules: 'all' })).toEqual([])
  await page.keyboard.press('Escape')

  // Whatever it is listed by, the parts add up to the whole.
  const parts = page.getByRole('region', { name: 'What was sold' })
  for (const by of ['Customer', 'Operator', 'Category', 'Product']) {
    await parts.getByLabel('Listed by').selectOption(by)
    await expect(parts.getByRole('table', { name: by })).toBeVisible()
  }
  await parts.getByLabel('Listed by').selectOption('Operator')
  const cells = parts.getByRole('table', { name: 'Operator' }).locator('td:last-child')
  const amounts = (await cells.allTextContents()).map((text) =>
    Math.round(Number(text.replaceAll(',', '')) * 100),
  )
  expect(amounts.filter(Number.isFinite).reduce((all, one) => all + one, 0)).toBe(shown)

  // Each figure opens the invoices that add up to it, and a filter leaves what belongs to one product.
  await totals.getByRole('button').first().click()
  const behind = page.getByRole('dialog', { name: 'Sales including VAT' })
  await expect(behind.getByRole('status')).toContainText('Together')
  expect(centsIn(await behind.getByRole('status').textContent())).toBe(shown)
  await expect(behind.locator(`a[href$="${id}"]`)).toBeVisible()
  await page.keyboard.press('Escape')
  await parts.getByLabel('Listed by').selectOption('Product')
  const best = parts.getByRole('table', { name: 'Product' }).locator('tbody tr').first()
  const named = (await best.getByRole('rowheader').textContent()) ?? ''
  const bestSum = Math.round(
    Number((await best.locator('td').last().textContent())?.replaceAll(',', '')) * 100,
  )
  await page.getByLabel('Product', { exact: true }).selectOption(named)
  await expect(page).toHaveURL(/[?&]product=/)
  await expect(page.getByRole('region', { name: 'Sales by payment method' })).toHaveCount(0)
  expect(centsIn(await totals.textContent())).toBe(bestSum)
  await totals.getByRole('button').first().click()
  const ofProduct = page.getByRole('dialog', { name: named }).getByRole('status')
  await expect(ofProduct).toContainText('Together')
  expect(centsIn(await ofProduct.textContent())).toBe(bestSum)
  expect(await findBarriers(page, { rules: 'all' })).toEqual([])
  await page.keyboard.press('Escape')
  const ofProductTable = await fileOf(page, 'Download Excel')
  expect(ofProductTable.name).toMatch(/^sales-products-.*\.xlsx$/)
  const productTotals = await readSpreadsheet(ofProductTable.bytes)
  expect(productTotals.rows.find(([name]) => name === 'Sales including VAT')?.[1]).toBe(String(bestSum / 100))
  expect((await readSpreadsheet(ofProductTable.bytes, 2)).rows.slice(1)).toEqual([
    [named, expect.any(String), String(bestSum / 100)],
  ])
  const ofProductPdf = await readPdfText((await fileOf(page, 'Download PDF')).bytes)
  expect(ofProductPdf).toContain(
    `Sales including VAT ${(bestSum / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`,
  )
  await page.getByLabel('Product', { exact: true }).selectOption('All products')

  const vat = page.getByRole('region', { name: 'VAT return worksheet' })
  await expect(vat.getByRole('row', { name: /^VAT to pay/ })).toBeVisible()

  const table = await fileOf(page, 'Download Excel')
  expect(table.name).toMatch(/^sales-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.xlsx$/)
  const written = await readSpreadsheet(table.bytes)
  expect(written.rows.find(([name]) => name === 'Sales including VAT')?.[1]).toBe(String(shown / 100))
  for (const list of ['Sales by product', 'Sales by category', 'Sales by customer', 'Sales by operator']) {
    const at = written.rows.findIndex(([name]) => name === list)
    const lines = written.rows.slice(at + 2)
    const end = lines.findIndex((row) => row.length < 3)
    const sums = (end === -1 ? lines : lines.slice(0, end)).map((row) => Math.round(Number(row[2]) * 100))
    expect(sums.reduce((all, one) => all + one, 0)).toBe(shown)
  }
  const { rows, calculates } = await readSpreadsheet(table.bytes, 2)
  expect(calculates).toBe(false)
  const total = rows[0]?.indexOf('Total including tax') ?? -1
  const sum = rows.slice(1).reduce((all, row) => all + Math.round(Number(row[total]) * 100), 0)
  expect(sum).toBe(shown)

  const { bytes } = await fileOf(page, 'Download PDF')
  const text = await readPdfText(bytes)
  const inFile = (shown / 100).toLocaleString('en', { minimumFractionDigits: 2 })
  expect(text).toContain('Sales report')
  expect(text).toContain(`Sales including VAT ${inFile}`)
  expect(text).toContain('Sales by operator')

  await navigate(page, `/sales?${lastDays()}`)
  await expect(
    zReports.getByText('You are offline. These are the Z reports seen on this phone.'),
  ).toBeVisible()
  await zReports.locator('summary').first().click()
  await expect(zReports.getByRole('rowheader', { name: 'Total since the first receipt' })).toBeVisible()
  const zFile = await fileOf(page, 'Download Z reports')
  expect(await readPdfText(zFile.bytes)).toContain('Total since the first receipt')
  await navigate(page, '/sales')

  // From a day to its invoices.
  await page.getByRole('region', { name: 'Sales by day' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/invoices\?from=(\d{4}-\d\d-\d\d)&to=\1$/)
  await expect(page.locator(`main a[href$="${id}"]`)).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: /^This month/ }).click()
  await page.getByRole('dialog', { name: 'Period' }).getByRole('button', { name: 'This year' }).click()
  await expect(page).toHaveURL(/\/sales\?period=this-year$/)
  await expect(page.getByRole('heading', { name: 'Busy days' })).toBeVisible()
  const today = fiscalDayOf(toInstant(Date.now()))
  const earlier = (await readRows(page, 'invoices')).filter(({ receipt }) => {
    const day = (receipt as { issuedDay: string } | null)?.issuedDay ?? today
    return day.slice(0, 4) === today.slice(0, 4) && day.slice(0, 7) < today.slice(0, 7)
  })
  const sumOfEarlier = earlier.reduce((all, row) => all + totalOf(row), 0)
  expect(centsIn(await totals.textContent())).toBe(shown + sumOfEarlier)

  const old = await openSwahiliTab(phone, '/sales-old')
  await expect(old.getByRole('heading', { name: 'Mauzo kwa siku' })).toBeVisible()
  const csv = await fileOf(old, 'Pakua CSV')
  expect(csv.bytes.toString('utf8')).toMatch(
    /^\uFEFFSiku,Ankara,Bila VAT,VAT,Pamoja na VAT\r\n\d\d-\d\d-\d{4},/,
  )
  await old.getByRole('link', { name: 'Fungua ripoti mpya' }).click()
  await expect(old.getByRole('heading', { name: 'Ripoti ya mauzo' })).toBeVisible()
  expect(centsIn(await old.getByRole('region', { name: 'Jumla' }).textContent())).toBe(shown)
  await old.setViewportSize({ width: 1280, height: 800 })
  expect(await findBarriers(old, { rules: 'all' })).toEqual([])
})

test('a count of cash is shown on a phone that did not make it, once it is online (day end)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await navigate(page, '/sales')
  const dayEnd = page.getByRole('dialog', { name: 'Day end' })
  const counted = dayEnd.getByRole('row', { name: /^Cash counted/ })
  await page.getByRole('button', { name: 'Day end' }).click()
  await dayEnd.getByLabel('Cash counted').fill('7321')
  await dayEnd.getByRole('button', { name: 'Save the count' }).click()
  await expect(counted.filter({ hasText: '7,321' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectAllSent(page)
  // As after a new login: what this phone noted itself is not there any more.
  await changeRow(page, 'meta', 'drawer-counts', { value: null })
  await page.getByRole('button', { name: 'Day end' }).click()
  await expect(counted.filter({ hasText: '7,321' })).toHaveCount(1)
})

test('a part of the report that lacks invoices says so, and a month without sales has its VAT worksheet (spec §9)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  const parts = page.getByRole('region', { name: 'What was sold' })
  const days = (await readRows(page, 'invoices')).flatMap(({ id, receipt }) => {
    const day = (receipt as { issuedDay: string } | null)?.issuedDay
    return day === undefined ? [] : [{ id: String(id), day }]
  })
  const [day] = days.flatMap(({ day: one }, at) => (days.findIndex((row) => row.day === one) < at ? one : []))
  const lacking = days.find((row) => row.day === day)
  const note = 'Only the'
  await navigate(page, `/sales?from=${day}&to=${day}`)
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect(parts.getByRole('table')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(note)).toHaveCount(0)

  // As on a phone that does not hold it any more.
  await changeRow(page, 'invoices', lacking?.id ?? '', { receipt: null })
  await navigate(page, '/sales?from=2019-01-01&to=2019-01-31')
  await expect(page.getByRole('heading', { name: 'No sales in this period' })).toBeVisible()
  const vat = page.getByRole('region', { name: 'VAT return worksheet' })
  await expect(vat.getByRole('row', { name: /^VAT to pay/ })).toBeVisible()
  await navigate(page, `/sales?from=${day}&to=${day}`)
  await expect(parts.getByText(note)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Busy hours' }).getByText(note)).toBeVisible()
  const shown = centsIn(await totals.textContent())
  await totals.getByRole('button').first().click()
  const behind = page.getByRole('dialog', { name: 'Sales including VAT' })
  await expect(behind.getByText(note)).toBeVisible()
  expect(centsIn(await behind.getByRole('status').textContent())).toBeLessThan(shown)
  expect(await findBarriers(page, { rules: 'all' })).toEqual([])
})

/** The name of the period and the total below it, as shown in each frame from now on. */
async function recordFigures(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    const record = () => {
      const name = document.querySelector('main h1 + button')?.textContent ?? ''
      const total = document.querySelector('section[aria-label="Totals"] button')?.textContent ?? 'no total'
      seen.add(`${name}: ${total}`)
      Object.assign(window, { seenFigures: [...seen] })
      requestAnimationFrame(record)
    }
    record()
  })
  return () => page.evaluate(() => (window as unknown as { seenFigures: string[] }).seenFigures)
}

test('another period is shown with its own figures, never with those of the period before, and without a gap (spec §9)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  await context.setOffline(true)
  // Whatever day it is, each of these periods has a sale.
  await sell(page)
  await navigate(page, '/sales')
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect(totals).toBeVisible()
  const readFigures = await recordFigures(page)
  for (const [now, next, address] of [
    ['This month', 'This year', 'this-year'],
    ['This year', 'Today', 'today'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${now}`) }).click()
    await page.getByRole('dialog', { name: 'Period' }).getByRole('button', { name: next }).click()
    await expect(page).toHaveURL(new RegExp(`/sales\\?period=${address}$`))
    await expect(page.getByRole('region', { name: 'What was sold' }).getByRole('table')).toBeVisible()
  }
  const figures = await readFigures()
  expect(figures.map((one) => /^(This month|This year|Today)/.exec(one)?.[0])).toEqual([
    'This month',
    'This year',
    'Today',
  ])
  expect(figures.join()).not.toContain('no total')
})
