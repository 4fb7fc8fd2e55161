import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { fillLogin, logInAs, setLanguage } from './steps/log-in-as.ts'
import { tapMoreAction } from './steps/more-actions.ts'
import { navigate } from './steps/navigate.ts'
import { expectAllSent, openSending } from './steps/outbox.ts'
import { choosePin, switchAccount, typePin } from './steps/pin.ts'
import { askToSubmit, sell, writeInvoice } from './steps/sell.ts'
import { readyOffline } from './steps/sign-in.ts'

const NEW_PASSWORD = 'Mauzo#2027'
const OPERATOR_PIN = '7294'
const OWNER_PIN = '618093'

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
    'The first name must have 3 to 50 characters What does this mean?',
  )
  await form.getByLabel('First name').fill('Zawadi')
  await form.getByLabel('Last name').fill('Mfano')
  await form.getByLabel('Email').fill(`${username}@example.test`)
  await form.getByLabel('Mobile number').fill('754000009')
  await form.getByLabel('Username').fill('operator2')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Username')).toHaveAccessibleDescription(
    'Somebody already has this username What does this mean?',
  )
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

/** Up to the last button, behind which an operator without the right needs the owner. */
async function askForRefund(page: Page, invoiceId: string): Promise<void> {
  await navigate(page, `/invoice/${invoiceId}`)
  await tapMoreAction(page, 'Refund')
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByRole('button', { name: 'Select all items' }).click()
  await refund.getByLabel('Reason').fill('Imelowa')
  await refund.getByRole('button', { name: /^Refund Tsh/ }).click()
}

test('an owner makes an operator, who changes the first password, sees the own sales only, refunds, cancels and discounts offline by the PIN of the owner, is out within seconds when disabled, and sends the rest when enabled again (spec §4, §5)', async ({
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
  const refunded = await sell(page)
  const canceled = await sell(page)
  await expectAllSent(page)

  // Rights that the owner removes: the phone learns of them, and forgets what others sold.
  for (const name of ['Refund goods', 'Cancel invoices that have a TRA number', 'See all sales']) {
    await owner.getByRole('switch', { name }).uncheck()
  }
  await owner.getByLabel('Largest discount').fill('5')
  await owner.getByRole('button', { name: 'Save the rights' }).click()
  await expect(owner.getByText('The rights were saved')).toBeVisible()
  await openSending(page)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expectAllSent(page)
  await navigate(page, '/invoices')
  await expect(page.locator('main a[href*="/invoice/"]')).toHaveCount(2)

  const approval = page.getByRole('dialog', { name: 'The owner must approve this' })
  await askForRefund(page, refunded)
  await expect(approval.getByText(/^No owner has a PIN on this phone/)).toBeVisible()
  await approval.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog', { name: 'Refund' }).getByRole('button', { name: 'Close' }).click()

  await choosePin(page, OPERATOR_PIN)
  await switchAccount(page, 'Somebody else')
  await fillLogin(page, 'en', { username: 'owner' })
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 60_000 })
  await choosePin(page, OWNER_PIN)
  await switchAccount(page, 'Zawadi')
  await typePin(page, OPERATOR_PIN)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()

  // The owner is at the counter, the internet is not.
  await page.context().setOffline(true)
  const approve = async (pin: string) => {
    await approval.getByLabel(/^PIN of the owner/).fill(pin)
    await approval.getByRole('button', { name: 'Approve' }).click()
  }
  await askForRefund(page, refunded)
  await approve('000000')
  await expect(approval.getByText(/Wrong PIN\. 4 tries left\./)).toBeVisible()
  await approve(OWNER_PIN)
  await expect(page.getByText(/^Refund saved/)).toBeVisible()

  await navigate(page, `/invoice/${canceled}`)
  await tapMoreAction(page, 'Cancel the invoice')
  const cancel = page.getByRole('dialog', { name: 'Cancel the invoice' })
  await cancel.getByLabel('Reason').fill('Makosa')
  await cancel.getByRole('button', { name: 'Cancel the invoice' }).click()
  await approve(OWNER_PIN)
  await expect(page.getByText(/^Cancellation saved/)).toBeVisible()

  await writeInvoice(page, { items: [{ name: 'Sukari', discount: '10' }], payments: [{ type: 'Cash' }] })
  await (await askToSubmit(page)).click()
  await approve(OWNER_PIN)
  await expect(page.getByText(/^Saved on this/)).toBeVisible()
  await page.getByRole('link', { name: 'Open the receipt' }).click()

  await page.context().setOffline(false)
  await expectAllSent(page)
  await navigate(page, `/invoice/${refunded}`)
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Imelowa')
  await expect(page.getByText('The number comes when you are online')).toHaveCount(0)
  await navigate(page, `/invoice/${canceled}`)
  await expect(page.locator('main [data-status="canceled"]').first()).toBeVisible()

  await page.context().setOffline(true)
  await sell(page)
  await changeStatus(owner, 'Disable')
  await page.context().setOffline(false)
  await expect(page).toHaveURL(/\/login/, { timeout: 45_000 })
  // The phone knows two people with a PIN; the session of this one has ended.
  await page.getByRole('button', { name: 'Somebody else' }).click()
  await fillLogin(page, 'en', { username, password: NEW_PASSWORD })
  await expect(page.getByText('Your user account was disabled')).toBeVisible()

  await changeStatus(owner, 'Enable')
  await fillLogin(page, 'en', { username, password: NEW_PASSWORD })
  await expect(page.locator('main#content')).toBeVisible({ timeout: 60_000 })
  await expectAllSent(page)
})
