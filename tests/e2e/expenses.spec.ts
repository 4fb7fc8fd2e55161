import { closeSending, expectAllSent, openSending } from './steps/outbox.ts'
import { readRows } from './steps/phone-store.ts'
import { signIn } from './steps/sign-in.ts'
import { expect, test } from './world.ts'

test('an expense written by hand without a line survives a reload, goes out once and is on a second phone (spec §1, §4)', async ({
  phone,
  newPhone,
}) => {
  const { page, context } = phone
  await signIn(page)
  await page.goto('/new-expense')
  await expect(page.getByLabel('Category')).toBeVisible()
  await context.setOffline(true)
  const code = `KODI-${Date.now()}`
  await page.getByRole('textbox', { name: 'Amount' }).fill('23,600')
  await page.getByRole('textbox', { name: 'Receipt code' }).fill(code)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Choose a category', { exact: true }).last()).toBeVisible()
  await expect(page.getByLabel('Category')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Category').selectOption('RENT')
  await page.getByLabel('Vendor', { exact: true }).fill('Nyumba ya Jaribio')
  await expect(page.getByLabel('Category')).not.toHaveAttribute('aria-invalid', 'true')
  // What was typed is on the phone a moment later, whatever happens to the page.
  const draft = async () => (await readRows(page, 'meta')).find(({ key }) => key === 'expense-draft')
  await expect.poll(draft, { timeout: 5_000 }).toMatchObject({ value: { vendorName: 'Nyumba ya Jaribio' } })
  await page.reload()
  await expect(page.getByLabel('Vendor', { exact: true })).toHaveValue('Nyumba ya Jaribio')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('23,600')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = page.getByRole('button', { name: /Nyumba ya Jaribio/ })
  await expect(row).toContainText('Waiting to send')
  await page.goto('/new-expense')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('')

  await context.setOffline(false)
  await page.goto('/expenses')
  await expectAllSent(page)
  await expect(row).toContainText('Pending', { timeout: 30_000 })

  const other = await newPhone()
  await signIn(other.page)
  await other.page.goto('/expenses')
  const found = other.page.getByRole('button', { name: /Nyumba ya Jaribio/ })
  await expect(found).toHaveCount(1, { timeout: 30_000 })
  await expect(found).toContainText('Tsh 23,600')
  await found.click()
  await other.page.getByRole('button', { name: 'Mark as processed' }).click()
  await expect(found).toContainText('Processed', { timeout: 30_000 })
  await expectAllSent(other.page)
  await expect(async () => {
    await openSending(page)
    await page.getByRole('button', { name: 'Send now' }).click()
    await closeSending(page)
    await expect(row).toContainText('Processed', { timeout: 5_000 })
  }).toPass({ timeout: 30_000 })

  // The receipt is registered: the same code again is refused at its field, on this phone at once.
  await page.goto('/new-expense')
  await page.getByRole('textbox', { name: 'Amount' }).fill('1')
  await page.getByLabel('Category').selectOption('RENT')
  await page.getByRole('textbox', { name: 'Receipt code' }).fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Conflict. Code already registered.')).toBeVisible()
})
