import { expect, test } from './fixtures.ts'
import { navigate } from './steps/navigate.ts'
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
    await expect(page).toHaveURL(/\/expenses$/)
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
