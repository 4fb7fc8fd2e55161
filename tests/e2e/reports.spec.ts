import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readPdfText } from '../support/read-pdf-text.ts'
import { readSpreadsheet } from '../support/read-spreadsheet.ts'
import { expect, test } from './fixtures.ts'
import { findBarriers } from './scenes/find-barriers.ts'
import { findFlaws } from './scenes/find-flaws.ts'
import { lastDays } from './steps/last-days.ts'
import { logInAs } from './steps/log-in-as.ts'

async function expectFine(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await page.evaluate(findFlaws, { touch: true })).toEqual([])
  expect(await findBarriers(page, { rules: 'all' })).toEqual([])
}

test('an organization admin sees the sales of the companies, narrows them down and takes them out (spec §6, §9)', async ({
  newPhone,
}) => {
  const phone = await newPhone({ viewport: { width: 360, height: 740 } })
  const { page } = phone
  await logInAs(phone, 'orgadmin')
  await page.goto(`/invoices-report?${lastDays()}`)
  const totals = page.getByRole('region', { name: 'Totals' })
  const gross = totals.getByRole('row', { name: /Sales including VAT/ })
  await expect(gross).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Invoices report' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expectFine(page)
  const everything = await gross.textContent()

  await page.getByLabel('Payment method').selectOption('Mobile money')
  await expect(gross).not.toHaveText(everything ?? '')
  const paid = totals.getByRole('table', { name: 'Sales by payment method' })
  await expect(paid.getByRole('row', { name: /Mobile money/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    totals.getByRole('button', { name: 'Download Excel' }).click(),
  ])
  const bytes = readFileSync(await download.path())
  const shown = Number(((await gross.textContent()) ?? '').replace(/[^\d.]/g, ''))
  const written = await readSpreadsheet(bytes)
  expect(Number(written.rows.find(([name]) => name === 'Sales including VAT')?.[1])).toBe(shown)
  const { rows, calculates } = await readSpreadsheet(bytes, 2)
  expect(calculates).toBe(false)
  const at = rows[0]?.indexOf('Total including tax') ?? -1
  const sum = rows.slice(1).reduce((all, row) => all + Math.round(Number(row[at]) * 100), 0)
  expect(sum).toBe(Math.round(shown * 100))
})

test('a copy of a receipt is given out with its reason, and the audit trail says so (spec §2, §6)', async ({
  newPhone,
}) => {
  const phone = await newPhone({ viewport: { width: 360, height: 740 } })
  const { page } = phone
  await logInAs(phone, 'orgadmin')
  await page.goto(`/invoices-report?${lastDays()}`)
  await page.getByRole('button', { name: 'Receipt re-issuing' }).click()
  await expect(page).toHaveURL(/\/receipt-reissuing/)
  await page.goto(`/receipt-reissuing?${lastDays()}&filter=issued`)
  const receipts = page.getByRole('list', { name: 'Receipt re-issuing' })
  await expect(receipts.getByRole('listitem').first()).toBeVisible()
  await expectFine(page)
  await receipts.getByRole('button').first().click()
  const form = page.getByRole('button', { name: 'Give out a copy' })
  await form.click()
  await expect(page.getByText('Write why the copy is given out')).toBeVisible()
  await expect(page.getByText('COPY - NAKALA')).toBeVisible()
  await expectFine(page)
  await page.getByLabel('Reason').fill('The customer lost it')
  await form.click()
  await expect(page.getByText('Copy 1 is recorded.')).toBeVisible()
  const code = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the PDF' }).click(),
  ])
  expect(await readPdfText(readFileSync(await download.path()))).toContain('COPY - NAKALA')

  await page.goto('/organizations')
  await page.getByRole('button', { name: 'Audit trail' }).click()
  await page.getByLabel('Show').selectOption('Sales and receipts')
  const entries = page.getByRole('list', { name: 'Audit trail' })
  await page.getByRole('searchbox').fill(code)
  const entry = entries.getByRole('button', { name: /Copy of a receipt given out/ })
  await expect(entry).toBeVisible()
  await expectFine(page)
  await entry.click()
  await expect(page.getByRole('dialog').getByText('The customer lost it')).toBeVisible()
  await expectFine(page)
})
