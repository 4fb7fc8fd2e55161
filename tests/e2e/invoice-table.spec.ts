import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAllSent } from './steps/outbox.ts'
import { SMALL_SALE, sell, writeInvoice } from './steps/sell.ts'
import { showIn } from './steps/show-in.ts'
import { signIn } from './steps/sign-in.ts'

/** Three invoices that a search finds by their reference; the last is submitted, the others stay drafts. */
async function writeThree(page: Page, mark: string): Promise<void> {
  const item = (price: string) => [{ name: 'Sukari', quantity: '1', price }]
  await writeInvoice(page, { items: item('3000'), reference: `${mark} A9` })
  await writeInvoice(page, { items: item('20000'), reference: `${mark} A10` })
  await sell(page, { ...SMALL_SALE, items: item('1180') })
}

test('on a wide screen invoices are a table: sorted, walked by keyboard, the receipt beside it, several drafts canceled (lists on a wide screen)', async ({
  newPhone,
}) => {
  const { page } = await newPhone({ viewport: { width: 1600, height: 900 } })
  await signIn(page)
  const mark = `Oda${String(Date.now()).slice(-6)}`
  await writeThree(page, mark)
  const heads = {
    sw: ['Ankara', ['Mteja', 'Namba', 'Tarehe ↓', 'Malipo', 'Mhudumu', 'VAT', 'Jumla', 'Hali']],
    en: ['Invoices', ['Customer', 'Number', 'Date ↓', 'Payment', 'Operator', 'VAT', 'Total', 'Status']],
  } as const
  for (const language of ['sw', 'en'] as const) {
    await showIn(page, language)
    const [label, titles] = heads[language]
    await expect(page.getByRole('grid', { name: label }).getByRole('columnheader')).toHaveText([...titles])
  }
  const grid = page.getByRole('grid', { name: 'Invoices' })
  const rows = grid.locator('tbody').getByRole('row')
  await expect(rows.first()).toContainText('Tsh 1,180')

  // By the amount: all that the filter lets through, not only what is on the screen.
  const total = page.getByRole('columnheader', { name: 'Total' })
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await total.getByRole('button').click()
  await expect(total).toHaveAttribute('aria-sort', 'descending')
  await page.locator('body').press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(mark)
  await expect(rows).toHaveCount(2)
  await expect(rows).toContainText(['Tsh 20,000', 'Tsh 3,000'])
  const number = page.getByRole('columnheader', { name: 'Number' })
  await number.getByRole('button').click()
  await number.getByRole('button').click()
  await expect(number).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows).toContainText([`${mark} A9`, `${mark} A10`])

  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Invoice details' })
  await expect(details.getByRole('heading', { name: 'Tsh 20,000' })).toBeVisible()
  await expect(details.getByRole('article', { name: 'Receipt' })).toContainText('Sukari')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(rows.nth(1)).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  const bar = page.getByRole('complementary', { name: 'Selected invoices' })
  await expect(bar.getByRole('status')).toHaveText('Selected: 2')
  await expect(bar).toContainText('Tsh 23,000')
  await bar.getByRole('button', { name: 'Cancel drafts: 2' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel these drafts?' })
  await question.getByRole('button', { name: 'Cancel drafts: 2' }).click()
  await expect(page.getByText('Drafts canceled: 2')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(rows).toContainText(['Canceled', 'Canceled'])
  await expectAllSent(page)
})

test('the table leads to the page of an invoice, and exports the whole list when nothing is selected (lists on a wide screen)', async ({
  newPhone,
}) => {
  const { page } = await newPhone({ viewport: { width: 1280, height: 800 } })
  await signIn(page)
  await page.goto('/invoices?status=issued')
  const rows = page.getByRole('grid', { name: 'Invoices' }).locator('tbody').getByRole('row')
  await rows.first().click()
  const details = page.getByRole('region', { name: 'Invoice details' })
  await expect(details.getByRole('article', { name: 'Receipt' })).toBeVisible()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('complementary', { name: 'Selected invoices' })
  await expect(bar.getByRole('status')).toHaveText('Selected: 0')
  const coming = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await coming).path())).toString('utf8').trimEnd().split('\r\n')
  expect(lines.length - 1).toBeGreaterThanOrEqual(await rows.count())
  expect(lines.slice(1).every((line) => line.includes(',Issued,'))).toBe(true)
  await bar.getByRole('button', { name: 'Cancel selection' }).click()
  await expect(bar).toHaveCount(0)

  await details.getByRole('link', { name: 'Open the invoice' }).click()
  await expect(page).toHaveURL(/\/invoice\//)
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
})
