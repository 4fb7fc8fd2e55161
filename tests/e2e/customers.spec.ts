import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { navigate } from './steps/navigate.ts'
import { newCustomer, newProduct, newVendor } from './steps/new-records.ts'
import { expectAllSent } from './steps/outbox.ts'
import { readRows } from './steps/phone-store.ts'
import { showIn } from './steps/show-in.ts'
import { readyOffline, signIn } from './steps/sign-in.ts'
import { BOTH } from './steps/translate.ts'

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
  const aluta = `Aluta ${mark},PASSPORT,A${mark}1,0700000101,aluta@example.com,${mark}00A`
  const file = [
    HEAD,
    aluta,
    `Beti ${mark},TIN,12,,,`,
    `=Cheo ${mark},NO_IDENTIFICATION,,,cheo@example.com,`,
  ].join('\n')
  const sheet = await takeFile(page, file)
  await expect(sheet.getByText('Row 3: Please enter a correct TIN number')).toBeVisible()
  await expect(sheet.getByText('New customers: 2')).toBeVisible()
  const saving = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Download failed rows' }).click()
  const failed = await readFile(await (await saving).path(), 'utf8')
  expect(failed).toContain(`Beti ${mark},TIN,12,,,,Row 3: Please enter a correct TIN number`)
  await sheet.getByRole('button', { name: 'Fix here' }).click()
  await sheet.getByLabel('identificationNumber').fill('999000811')
  await sheet.getByRole('button', { name: 'Check this row again' }).click()
  await expect(sheet.getByText('New customers: 3')).toBeVisible()
  await sheet.getByRole('button', { name: 'Save 3 customers' }).click()
  await expect(sheet.getByText('Customers saved on this phone: 3')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  // Inside the word, not only from its beginning; without a line, by the worker that is kept for it (budgets §3).
  await page.getByRole('searchbox').fill(`uta ${mark}`)
  const row = page.getByRole('button', { name: `Aluta ${mark}` })
  await expect(row).toContainText('Not sent yet')
  await row.click()
  await expect(page.getByRole('heading', { name: `Aluta ${mark}` })).toBeVisible()
  await expect(
    page.getByText(`aluta@example.com · VRN ${mark.slice(0, 2)}-${mark.slice(2)}00-A`),
  ).toBeVisible()
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
  expect(written).toContain(aluta)
})

/** Headings of the open table that take more than one line. */
async function brokenHeadings(page: Page): Promise<string[]> {
  return await page.locator('th[scope="col"]').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      const bottoms = [...text.getClientRects()].map(({ bottom }) => bottom)
      // A button around the words ends somewhat below them; another line is further away.
      return Math.max(...bottoms) - Math.min(...bottoms) > 16 ? [cell.textContent ?? ''] : []
    }),
  )
}

test('on a wide screen customers are a table: sorted, walked by keyboard, two archived at once without a line (lists on a wide screen)', async ({
  newPhone,
}) => {
  const { page, context } = await newPhone({ viewport: { width: 1280, height: 800 } })
  await signIn(page)
  await page.goto('/customers')
  const mark = String(Date.now()).slice(-6)
  const file = [HEAD, ...['Zuri', 'Amina', 'Musa'].map((name) => `${name} ${mark},NO_IDENTIFICATION,,,,`)]
  const sheet = await takeFile(page, file.join('\n'))
  await sheet.getByRole('button', { name: 'Save 3 customers' }).click()
  await expect(sheet.getByText('Customers saved on this phone: 3')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await expectAllSent(page)

  await page.locator('body').press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(mark)
  const names = page.getByRole('grid', { name: 'Customers' }).getByRole('rowheader')
  await expect(names).toHaveText([`Amina ${mark}`, `Musa ${mark}`, `Zuri ${mark}`])
  const head = page.getByRole('columnheader', { name: 'Name' })
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(names).toHaveText([`Zuri ${mark}`, `Musa ${mark}`, `Amina ${mark}`])

  for (const language of BOTH) {
    await showIn(page, language)
    expect(await brokenHeadings(page), language).toEqual([])
  }
  await showIn(page, 'en')

  const row = (name: string) => page.getByRole('row', { name: `${name} ${mark}` })
  await row('Zuri').focus()
  await page.keyboard.press('End')
  await expect(row('Amina')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Customer details' })
  await expect(details.getByRole('heading', { name: `Musa ${mark}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(row('Musa')).toBeFocused()

  await context.setOffline(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(row('Zuri')).toHaveAttribute('aria-selected', 'true')
  const bulk = page.getByRole('region', { name: 'Selected rows' })
  await expect(bulk.getByRole('status')).toHaveText('Selected rows: 2')
  const downloading = page.waitForEvent('download')
  await bulk.getByRole('button', { name: 'Export CSV' }).click()
  const written = await readFile(await (await downloading).path(), 'utf8')
  expect(written.trim().split('\r\n').slice(1)).toEqual([
    `Musa ${mark},NO_IDENTIFICATION,,,,`,
    `Zuri ${mark},NO_IDENTIFICATION,,,,`,
  ])
  await bulk.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Customers archived: 2')).toBeVisible()
  await expect(names).toHaveText([`Amina ${mark}`])
  await page.getByText('Archived', { exact: true }).click()
  await expect(row('Musa')).toContainText('Not sent yet')
  await context.setOffline(false)
  await expectAllSent(page)
  await expect(names).toHaveText([`Zuri ${mark}`, `Musa ${mark}`])
  await expect(row('Musa')).not.toContainText('Not sent yet')
})

test('what is typed beside the table of products is lost only after a question (lists on a wide screen)', async ({
  newPhone,
}) => {
  const { page } = await newPhone({ viewport: { width: 1280, height: 800 } })
  await signIn(page)
  const mark = String(Date.now()).slice(-6)
  await newProduct(page, `Chai ${mark}`)
  await newProduct(page, `Maziwa ${mark}`)
  await page.getByRole('searchbox').fill(mark)
  const row = (name: string) => page.getByRole('row', { name: `${name} ${mark}` })
  const details = page.getByRole('region', { name: 'Product details' })
  const price = details.getByLabel(/^Price/)
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await row('Chai').click()
  await price.fill('1750')
  const keep = async () => {
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(price).toHaveValue(/^1,?750$/)
  }
  await row('Maziwa').click()
  await keep()
  await price.press('Escape')
  await keep()
  await page.getByRole('link', { name: 'Expenses', exact: true }).click()
  await keep()
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(price).toHaveValue(/^1,?750$/)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByText('Inactive', { exact: true }).click()
  await expect(row('Chai')).toHaveCount(0)
  await expect(price).toHaveValue(/^1,?750$/)
  await page.getByText('In use', { exact: true }).click()

  // A quantity of the stock counts too, and stays when the form above it is saved.
  await details.getByText('Stock: not counted').click()
  await details.getByLabel('Quantity').fill('12')
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row('Chai')).toContainText('Tsh 1,750')
  await details.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(details.getByLabel('Quantity')).toHaveValue('12')
  await row('Maziwa').click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(details.getByRole('heading', { name: `Maziwa ${mark}` })).toBeVisible()
  await details.getByLabel(/^Price/).fill('900')
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(details).toHaveCount(0)
  await expect(row('Maziwa')).toBeFocused()
})

test('a sheet of a customer or a vendor asks before it loses what is typed', async ({ newPhone }) => {
  const mark = String(Date.now()).slice(-6)
  const { page } = await newPhone()
  await signIn(page)
  await newCustomer(page, `Zena ${mark}`, `123${mark}`, '')
  await newVendor(page, `Duka ${mark}`, `124${mark}`)
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })

  const phone = page.getByLabel('Phone number')
  const vendor = page.getByRole('dialog', { name: 'Vendor details' })
  await page.goto('/vendors')
  await page.getByRole('searchbox').fill(mark)
  await page.getByText(`Duka ${mark}`).click()
  await vendor.getByRole('button', { name: 'Close' }).click()
  await expect(vendor).toHaveCount(0)
  await page.getByText(`Duka ${mark}`).click()
  await phone.fill('0712345678')
  await vendor.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(vendor).toHaveCount(0)

  const customer = page.getByRole('dialog', { name: 'Customer details' })
  await page.goto('/customers')
  await page.getByRole('searchbox').fill(mark)
  await page.getByText(`Zena ${mark}`).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await phone.fill('0712345678')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  // A browser that is asked again and again to go back closes dialogs without asking the page.
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(phone).toHaveValue('0712345678')
  await customer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(customer).toHaveCount(0)
})

test('a product that another phone deletes keeps what is typed beside the table, to be saved as a new one', async ({
  newPhone,
}) => {
  const mark = String(Date.now()).slice(-6)
  const { page } = await newPhone()
  await signIn(page)
  await newProduct(page, `Sabuni ${mark}`)
  await expectAllSent(page)
  const { page: other, context } = await newPhone({ viewport: { width: 1280, height: 800 } })
  await signIn(other)
  await other.goto('/products')
  await other.getByRole('searchbox').fill(mark)
  await other.getByRole('row', { name: `Sabuni ${mark}` }).click()
  const details = other.getByRole('region', { name: 'Product details' })
  await details.getByLabel(/^Price/).fill('2750')
  await context.setOffline(true)

  await page.goto('/products')
  await page.getByRole('searchbox').fill(mark)
  await page.getByText(`Sabuni ${mark}`).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete Sabuni ${mark}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expectAllSent(page)
  await context.setOffline(false)
  await expect(details.getByRole('alert')).toContainText('deleted on another phone')
  await expect(details.getByLabel(/^Price/)).toHaveValue(/^2,?750$/)
  await details.getByRole('button', { name: 'Save as a new product' }).click()
  await expect(other.getByRole('row', { name: `Sabuni ${mark}` })).toContainText('Tsh 2,750')
})

test('the light page of customers has all of their data in a plain table, offline, and leads to each (spec §2)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  await context.setOffline(true)
  await navigate(page, '/customers-old')
  const headings = ['Name', 'Phone number', 'Identification', 'Email', 'VAT registration number (VRN)']
  await expect(page.getByRole('columnheader')).toHaveText(headings)
  const [known] = (await readRows(page, 'customers')).filter(({ phone: number }) => number !== '')
  await page.getByRole('searchbox').fill(String(known?.['name']))
  const link = page.locator(`a[href="/customer/${String(known?.['id'])}"]`)
  const row = page.getByRole('row').filter({ has: link })
  await expect(row.locator(`a[href="tel:${String(known?.['phone'])}"]`)).toBeVisible()
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/customer/${String(known?.['id'])}$`))
})
