import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAllSent } from './steps/outbox.ts'
import { readyOffline, signIn } from './steps/sign-in.ts'

const HEAD = 'name,identificationType,identificationNumber,phone,email,vatRegistrationNumber'

async function takeFile(page: Page, text: string) {
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const sheet = page.getByRole('dialog', { name: 'Import CSV' })
  const choosing = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: 'Choose a file' }).click()
  const file = { name: 'wateja.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await (await choosing).setFiles(file)
  return sheet
}

test('customers come from a CSV file offline, with errors per row and without duplicates, and the export has the same form (spec §1, §5, §8)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  await page.goto('/customers')
  await readyOffline(page)
  await context.setOffline(true)
  const mark = String(Date.now()).slice(-6)
  const file = [
    HEAD,
    `Aluta ${mark},PASSPORT,A${mark}1,0700000101,,`,
    `Beti ${mark},TIN,12,,,`,
    `=Cheo ${mark},NO_IDENTIFICATION,,,cheo@example.com,`,
  ].join('\n')
  const sheet = await takeFile(page, file)
  await expect(sheet.getByText('Row 3: Please enter a correct TIN number')).toBeVisible()
  await expect(sheet.getByText('New customers: 2')).toBeVisible()
  await sheet.getByRole('button', { name: 'Save 2 customers' }).click()
  await expect(sheet.getByText('Customers saved on this phone: 2')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('searchbox').fill(mark)
  const row = page.getByRole('button', { name: `Aluta ${mark}` })
  await expect(row).toContainText('Not sent yet')
  await row.click()
  await expect(page.getByRole('heading', { name: `Aluta ${mark}` })).toBeVisible()
  await expect(page.getByText('Owed: Tsh')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByRole('searchbox').fill(mark)
  await expect(row).toHaveCount(0)
  await page.getByText('Archived', { exact: true }).click()
  await row.click()
  await expect(page.getByText('This customer is archived.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Put back on the list' }).click()
  await page.getByRole('searchbox').fill(mark)
  await expect(row).toBeVisible()
  await context.setOffline(false)
  await expectAllSent(page)
  await expect(row).not.toContainText('Not sent yet')

  const again = await takeFile(page, file)
  await expect(again.getByText('Already registered: 2')).toBeVisible()
  await expect(again.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await again.getByRole('button', { name: 'Close' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const written = await readFile(await (await downloading).path(), 'utf8')
  expect(written.split('\r\n')[0]).toBe(`\uFEFF${HEAD}`)
  expect(written).toContain(`"'=Cheo ${mark}",NO_IDENTIFICATION,,,cheo@example.com,`)
  expect(written).toContain(`Aluta ${mark},PASSPORT,A${mark}1,0700000101,,`)
})
