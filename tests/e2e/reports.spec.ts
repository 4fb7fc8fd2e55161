import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readSpreadsheet } from '../support/read-spreadsheet.ts'
import { expect, test } from './fixtures.ts'
import { findBarriers } from './scenes/find-barriers.ts'
import { findFlaws } from './scenes/find-flaws.ts'
import { logInAs } from './steps/log-in-as.ts'

async function expectFine(page: Page): Promise<void> {
  expect(await page.evaluate(findFlaws, { touch: true })).toEqual([])
  expect(await findBarriers(page, { rules: 'all' })).toEqual([])
}

test('an organization admin sees the sales of the companies, narrows them down and takes them out (spec §6, §9)', async ({
  newPhone,
}) => {
  const phone = await newPhone({ viewport: { width: 360, height: 740 } })
  const { page } = phone
  await logInAs(phone, 'orgadmin')
  await page.goto('/invoices-report?period=this-year')
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
  const written = readSpreadsheet(bytes)
  expect(Number(written.rows.find(([name]) => name === 'Sales including VAT')?.[1])).toBe(shown)
  const { rows, calculates } = readSpreadsheet(bytes, 2)
  expect(calculates).toBe(false)
  const at = rows[0]?.indexOf('Total including tax') ?? -1
  const sum = rows.slice(1).reduce((all, row) => all + Math.round(Number(row[at]) * 100), 0)
  expect(sum).toBe(Math.round(shown * 100))
})
