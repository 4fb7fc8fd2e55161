import { expect, test } from './fixtures.ts'
import { signIn } from './steps/sign-in.ts'

const UNKNOWN = '019aa000-0000-7000-8000-00000000dead'

test('with a receipt its code or a file is required, without one the expense has a number of its own; a typed code comes back (spec §5; tanzania-facts §11.27)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await page.goto('/new-expense?by=file')
  await page.getByRole('textbox', { name: 'Amount' }).fill('4,500')
  await page.getByLabel('Category').selectOption('RENT')
  await page.getByLabel('Vendor', { exact: true }).fill('Duka Bila Karatasi')
  const code = page.getByRole('textbox', { name: 'Receipt code' })
  const none = page.getByRole('switch', { name: 'No receipt' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(none).not.toBeChecked()
  await save.click()
  await expect(page.getByText('The receipt code is required')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill('KODI-17')
  await none.click()
  await expect(code).toHaveValue('')
  await none.click()
  await expect(code).toHaveValue('KODI-17')
  await none.click()
  await save.click()
  await page.getByRole('button', { name: /Duka Bila Karatasi/ }).click()
  const details = page.getByRole('dialog', { name: 'Expense details' })
  await expect(details.getByText('No receipt', { exact: true })).toBeVisible()
  await details.getByRole('link', { name: 'Edit' }).click()
  await expect(none).toBeChecked()
  // Typing a code says that there is a receipt.
  await code.fill('KODI-18')
  await expect(none).not.toBeChecked()
})

test('the address of an expense, vendor or category that does not exist says so (spec §8)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await page.goto(`/new-expense?expense=${UNKNOWN}`)
  await expect(page.getByRole('heading', { name: 'The requested information was not found' })).toBeVisible()
  for (const [list, says] of [
    ['expenses', 'The requested information was not found'],
    ['vendors', 'The vendor was not found'],
    ['expense-categories', 'The category was not found'],
  ] as const) {
    await page.goto(`/${list}?open=${UNKNOWN}`)
    await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
  }
})
