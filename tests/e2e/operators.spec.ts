import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { fillLogin, logInAs, setLanguage } from './steps/log-in-as.ts'
import { tapMoreAction } from './steps/more-actions.ts'
import { navigate } from './steps/navigate.ts'
import { expectAllSent, openSending } from './steps/outbox.ts'
import { sell } from './steps/sell.ts'
import { readyOffline } from './steps/sign-in.ts'

const NEW_PASSWORD = 'Mauzo#2027'

async function atWork(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /^Issued/ })).toBeVisible({ timeout: 60_000 })
  await readyOffline(page)
}

/** Creates an operator; gives the first password, which the screen shows once. */
async function createOperator(page: Page, username: string): Promise<string> {
  await page.goto('/operator')
  await page.getByRole('button', { name: 'New operator' }).click()
  const form = page.getByRole('dialog', { name: 'New operator' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('First name')).toBeFocused()
  await expect(form.getByLabel('First name')).toHaveAccessibleDescription(
    'The first name must have 3 to 50 characters',
  )
  await form.getByLabel('First name').fill('Zawadi')
  await form.getByLabel('Last name').fill('Mfano')
  await form.getByLabel('Email').fill(`${username}@example.test`)
  await form.getByLabel('Mobile number').fill('754000009')
  await form.getByLabel('Username').fill('operator2')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Username')).toHaveAccessibleDescription('Somebody already has this username')
  await form.getByLabel('Username').fill(username)
  await form.getByRole('button', { name: 'Save' }).click()
  const told = page.getByRole('dialog', { name: 'Password for Zawadi Mfano' })
  await expect(told.getByText('It was also sent by email.')).toBeVisible()
  const password = (await told.getByTestId('one-time-password').textContent()) ?? ''
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Zawadi Mfano' })).toBeVisible()
  await expect(page.getByText(password)).toHaveCount(0)
  return password
}

async function changeStatus(page: Page, to: 'Disable' | 'Enable'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: to, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: to, exact: true }).click()
  await expect(page.getByRole('main').locator('[data-status]')).toHaveAttribute(
    'data-status',
    to === 'Disable' ? 'inactive' : 'active',
  )
}

test('an owner makes an operator, who changes the first password, sells, is out within seconds when disabled, and sends the rest when enabled again (spec §4, §5)', async ({
  phone,
  newPhone,
}) => {
  const { page: owner } = phone
  await logInAs(phone, 'owner')
  const username = 'zawadi-mfano'
  const password = await createOperator(owner, username)

  const counter = await newPhone()
  const { page } = counter
  await setLanguage(counter, 'en')
  await page.goto('/login')
  await fillLogin(page, 'en', { username, password })
  await expect(page).toHaveURL(/\/change-password/, { timeout: 60_000 })
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password', exact: true }).click()
  await atWork(page)
  const sold = await sell(page)
  await expectAllSent(page)

  // A right that the owner removes: the phone learns of it, and asks for the owner, who has no PIN here.
  await owner.getByRole('switch', { name: 'Refund goods' }).uncheck()
  await owner.getByRole('button', { name: 'Save the rights' }).click()
  await expect(owner.getByText('The rights were saved')).toBeVisible()
  await openSending(page)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expectAllSent(page)
  await navigate(page, `/invoice/${sold}`)
  await tapMoreAction(page, 'Refund')
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByRole('button', { name: 'Select all items' }).click()
  await refund.getByLabel('Reason').fill('Imelowa')
  await refund.getByRole('button', { name: /^Refund Tsh/ }).click()
  const approval = page.getByRole('dialog', { name: 'The owner must approve this' })
  await expect(approval.getByText(/^No owner has a PIN on this phone/)).toBeVisible()
  await approval.getByRole('button', { name: 'Close' }).click()
  await refund.getByRole('button', { name: 'Close' }).click()

  await page.context().setOffline(true)
  await sell(page)
  await changeStatus(owner, 'Disable')
  await page.context().setOffline(false)
  await expect(page).toHaveURL(/\/login/, { timeout: 45_000 })
  await fillLogin(page, 'en', { username, password: NEW_PASSWORD })
  await expect(page.getByText('Your user account was disabled')).toBeVisible()

  await changeStatus(owner, 'Enable')
  await fillLogin(page, 'en', { username, password: NEW_PASSWORD })
  await expect(page.locator('main#content')).toBeVisible({ timeout: 60_000 })
  await expectAllSent(page)
})
