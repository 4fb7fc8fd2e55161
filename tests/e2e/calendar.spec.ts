import { expect, test } from './fixtures.ts'
import { findBarriers } from './scenes/find-barriers.ts'
import { signIn } from './steps/sign-in.ts'
import { openSwahiliTab } from './steps/swahili-tab.ts'

test('the day of an expense is typed, or chosen in a calendar in the language of the app, by finger and by keys; without a receipt it says so (spec §5, tanzania-facts §11.27)', async ({
  phone,
}) => {
  const { page } = phone
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page)
  await page.goto('/new-expense')
  const field = page.getByRole('textbox', { name: 'Date' })
  await field.fill('27022026')
  await expect(field).toHaveValue('27-02-2026')
  const open = page.getByRole('button', { name: 'Open the calendar' })
  await open.click()
  const calendar = page.getByRole('dialog', { name: 'Date' })
  const dayOf = (name: string) => calendar.getByRole('button', { name, exact: true })
  await expect(calendar.getByRole('heading', { name: 'Feb 2026' })).toBeVisible()
  await expect(dayOf('Friday, 27 Feb 2026')).toBeFocused()
  await expect(dayOf('Friday, 27 Feb 2026')).toHaveAttribute('aria-pressed', 'true')
  expect(await calendar.getByRole('columnheader').allTextContents()).toEqual([
    ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ])
  expect(await findBarriers(page, { rules: 'all', within: 'dialog[open]' })).toEqual([])
  expect(await calendar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const box = await dayOf('Friday, 27 Feb 2026').boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(48)
  // Seven days of 48 pixels are wider than this phone.
  expect(box?.width).toBeGreaterThanOrEqual(44)

  await page.keyboard.press('ArrowDown')
  await expect(dayOf('Friday, 6 Mar 2026')).toBeFocused()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowLeft')
  await expect(dayOf('Sunday, 5 Apr 2026')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(field).toHaveValue('05-04-2026')
  await expect(open).toBeFocused()

  // Days that have not come are not offered; today is marked.
  await field.fill('')
  await open.click()
  const today = calendar.locator('[aria-current="date"]')
  await expect(today).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(today).toBeFocused()
  await expect(calendar.getByRole('button', { name: 'Next month' })).toBeDisabled()
  await calendar.getByRole('button', { name: 'Previous month' }).tap()
  const first = calendar.getByRole('button', { name: /, 1 / })
  const chosen = (await first.getAttribute('aria-label')) ?? ''
  await first.tap()
  await expect(field).toHaveValue(/^01-\d\d-\d{4}$/)
  expect(chosen).toContain((await field.inputValue()).slice(6))

  await page.getByRole('textbox', { name: 'Amount' }).fill('5,000')
  await page.getByLabel('Category').selectOption('TRANSPORT')
  const vendor = `Bodaboda ${Date.now()}`
  await page.getByLabel('Vendor', { exact: true }).fill(vendor)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('searchbox').fill(vendor)
  await page.getByRole('button', { name: new RegExp(vendor) }).click()
  const details = page.getByRole('dialog', { name: 'Expense details' })
  await expect(details.getByText('No receipt', { exact: true })).toBeVisible()
  await expect(details.getByText(/^RST-[0-9A-F]{10}$/)).toBeVisible()

  const swahili = await openSwahiliTab(phone, '/new-expense')
  await swahili.getByRole('textbox', { name: 'Tarehe' }).fill('27-05-2026')
  await swahili.getByRole('button', { name: 'Fungua kalenda' }).click()
  const kalenda = swahili.getByRole('dialog', { name: 'Tarehe' })
  await expect(kalenda.getByRole('heading', { name: 'Mei 2026' })).toBeVisible()
  await expect(kalenda.getByRole('button', { name: 'Jumatano, 27 Mei 2026' })).toBeFocused()
  expect(await kalenda.getByRole('columnheader').allTextContents()).toEqual([
    ...['Jtt', 'Jnn', 'Jtn', 'Alh', 'Iju', 'Jms', 'Jpl'],
  ])
  await kalenda.getByRole('button', { name: 'Mwezi uliopita' }).click()
  await expect(kalenda.getByRole('button', { name: 'Jumatatu, 27 Apr 2026' })).toBeVisible()
  await kalenda.getByRole('button', { name: 'Mwezi unaofuata' }).click()
  await expect(kalenda.getByRole('button', { name: 'Jumatano, 27 Mei 2026' })).toBeVisible()
})
