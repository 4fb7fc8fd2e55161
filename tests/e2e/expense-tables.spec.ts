import { expect, test } from './fixtures.ts'
import { navigate } from './steps/navigate.ts'
import { newVendor } from './steps/new-records.ts'
import { expectAllSent } from './steps/outbox.ts'
import { showIn } from './steps/show-in.ts'
import { signIn } from './steps/sign-in.ts'

test('on a wide screen expenses are a table: sorted, walked by keyboard, details beside it, two marked at once (lists on a wide screen)', async ({
  newPhone,
}) => {
  const { page } = await newPhone({ viewport: { width: 1500, height: 800 } })
  await signIn(page)
  const mark = String(Date.now()).slice(-6)
  for (const [vendor, amount, vat] of [
    ['Zuri', '3000', false],
    ['Amina', '20000', false],
    ['Musa', '1180', true],
  ] as const) {
    await navigate(page, '/new-expense')
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await page.getByLabel('Category').selectOption('WATER')
    await page.getByLabel('Vendor', { exact: true }).fill(`${vendor} ${mark}`)
    if (vat) {
      await page.getByText("VAT and vendor's TIN").click()
      await page.getByLabel('VAT', { exact: true }).selectOption('INCLUSIVE')
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('grid', { name: 'Expenses' })).toBeVisible()
  }
  const heads = {
    en: ['Expenses', ['Vendor', 'Date ↓', 'Code', 'Category', 'Status', 'VAT', 'Amount']],
    sw: ['Gharama', ['Muuzaji', 'Tarehe ↓', 'Msimbo', 'Kundi', 'Hali', 'VAT', 'Kiasi']],
  } as const
  for (const language of ['sw', 'en'] as const) {
    await showIn(page, language)
    const [label, titles] = heads[language]
    await expect(page.getByRole('grid', { name: label }).getByRole('columnheader')).toHaveText([...titles])
  }
  await page.locator('body').press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(mark)
  const names = page.getByRole('grid', { name: 'Expenses' }).getByRole('rowheader')
  await expect(names).toHaveCount(3)
  const head = page.getByRole('columnheader', { name: 'Amount' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(names).toHaveText([`Amina ${mark}`, `Zuri ${mark}`, `Musa ${mark}`])
  await head.getByRole('button').click()
  await expect(names).toHaveText([`Musa ${mark}`, `Zuri ${mark}`, `Amina ${mark}`])

  const row = (name: string) => page.getByRole('row', { name: `${name} ${mark}` })
  await expect(row('Musa')).toContainText('Tsh 180')
  await row('Musa').focus()
  await page.keyboard.press('End')
  await expect(row('Amina')).toBeFocused()
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Expense details' })
  await expect(details.getByRole('heading', { name: `Amina ${mark}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(row('Amina')).toBeFocused()
  await page.keyboard.press('Enter')
  await details.getByRole('button', { name: 'Mark as processed' }).click()
  await expect(details).toHaveCount(0)
  await expect(row('Amina')).toContainText('Processed')

  // What is final can no longer be selected.
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: `Select Amina ${mark}` })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  const bulk = page.getByRole('complementary', { name: 'Selected expenses' })
  await expect(bulk.getByRole('status')).toHaveText('Selected: 2')
  await expect(bulk).toContainText('Tsh 4,180')
  await bulk.getByRole('button', { name: 'Mark as processed' }).click()
  await expect(page.getByText('Expenses processed: 2')).toBeVisible()
  await expect(bulk).toHaveCount(0)
  for (const name of ['Zuri', 'Musa']) await expect(row(name)).toContainText('Processed')

  // The filter decides what the table shows, with the search and without it.
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Status').selectOption('canceled')
  await expect(names.filter({ hasText: mark })).toHaveCount(0)
  await page.getByLabel('Status').selectOption('processed')
  await expect(names.filter({ hasText: mark })).toHaveCount(3)
})

test('on a wide screen vendors are a table: sorted, walked by keyboard, changed beside it, two switched off at once (lists on a wide screen)', async ({
  newPhone,
}) => {
  const { page } = await newPhone({ viewport: { width: 1280, height: 800 } })
  await signIn(page)
  const mark = String(Date.now()).slice(-6)
  await newVendor(page, `Zuri ${mark}`, `121${mark}`)
  await newVendor(page, `Amina ${mark}`, `123${mark}`)
  await newVendor(page, `Musa ${mark}`, `122${mark}`)
  const heads = {
    sw: ['Wauzaji', ['Jina la muuzaji ↑', 'TIN', 'VRN', 'Namba ya simu', 'Hali']],
    en: ['Vendors', ['Vendor name ↑', 'TIN', 'VRN', 'Phone number', 'Status']],
  } as const
  for (const language of ['sw', 'en'] as const) {
    await showIn(page, language)
    const [label, titles] = heads[language]
    await expect(page.getByRole('grid', { name: label }).getByRole('columnheader')).toHaveText([...titles])
  }
  await page.locator('body').press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(mark)
  const names = page.getByRole('grid', { name: 'Vendors' }).getByRole('rowheader')
  await expect(names).toHaveText([`Amina ${mark}`, `Musa ${mark}`, `Zuri ${mark}`])
  const head = page.getByRole('columnheader', { name: 'TIN' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(names).toHaveText([`Zuri ${mark}`, `Musa ${mark}`, `Amina ${mark}`])

  const row = (name: string) => page.getByRole('row', { name: `${name} ${mark}` })
  await row('Zuri').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Vendor details' })
  await expect(details.getByRole('heading', { name: `Musa ${mark}` })).toBeVisible()
  await details.getByLabel('Phone number').fill('0712345678')
  await row('Zuri').click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(details).toHaveCount(0)
  await row('Musa').focus()
  await expect(row('Musa')).toContainText('712 345 678')

  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  const bulk = page.getByRole('region', { name: 'Selected rows' })
  await expect(bulk.getByRole('status')).toHaveText('Selected rows: 2')
  await bulk.getByRole('button', { name: 'Inactivate' }).click()
  const asked = page.getByRole('dialog', { name: 'Inactivate these vendors?' })
  await asked.getByRole('button', { name: 'Inactivate' }).click()
  await expect(page.getByText('Vendors inactivated: 2')).toBeVisible()
  await expect(bulk).toHaveCount(0)
  for (const name of ['Zuri', 'Musa']) await expect(row(name)).toContainText('Inactive')
  await expect(row('Amina')).not.toContainText('Inactive')

  await page.getByRole('checkbox', { name: `Select Musa ${mark}` }).click()
  await bulk.getByRole('button', { name: 'Activate' }).click()
  const again = page.getByRole('dialog', { name: 'Activate these vendors?' })
  await again.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Vendors activated: 1')).toBeVisible()
  await expect(row('Musa')).not.toContainText('Inactive')
  await expectAllSent(page)
})
