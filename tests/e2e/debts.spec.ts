import { readFile } from 'node:fs/promises'
import { readPdfText } from '../support/read-pdf-text.ts'
import { expect, test } from './fixtures.ts'
import { navigate } from './steps/navigate.ts'
import { expectAllSent } from './steps/outbox.ts'
import { sell } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

test('a sale on credit is paid in parts without a line; one entered by mistake is canceled after a question, and another phone sees what is owed (spec §5)', async ({
  newPhone,
}) => {
  const [first, second] = [await newPhone(), await newPhone()]
  const { page, context } = first
  await signIn(page)
  await context.setOffline(true)
  const id = await sell(page, { items: [{ name: 'Sukari', price: '10000' }] })
  await navigate(page, `/invoice/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  const more = page.getByRole('dialog', { name: 'More actions' })
  await expect(more.getByRole('button', { name: 'Back to draft' })).toBeVisible()
  await page.keyboard.press('Escape')

  await navigate(page, '/debts')
  const debt = page.getByRole('listitem').filter({ has: page.locator(`a[href="/invoice/${id}"]`) })
  await expect(debt).toContainText('10,000')
  const record = async (amount: string, reference: string) => {
    await debt.getByRole('button', { name: 'Record a payment' }).click()
    const sheet = page.getByRole('dialog', { name: 'Record a payment' })
    await sheet.getByLabel('Amount received').fill(amount)
    await sheet.getByLabel('Payment method').selectOption('e-money')
    await sheet.getByLabel('Reference').fill(reference)
    await sheet.getByRole('button', { name: 'Save' }).click()
    return sheet
  }
  const tooMuch = await record('10001', 'QX11')
  await expect(tooMuch.getByText('This is more than is owed for the invoice')).toBeVisible()
  // Nothing typed is lost.
  await expect(tooMuch.getByLabel('Reference')).toHaveValue('QX11')
  await tooMuch.getByLabel('Amount received').fill('4000')
  await tooMuch.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Payment recorded')).toBeVisible()
  await expect(debt).toContainText('6,000')
  await record('1500', 'QX12')
  await expect(debt).toContainText('4,500')

  // What has a payment is no draft any more; its receipt lists the payments and what is left.
  await navigate(page, `/invoice/${id}`)
  await expect(page.getByText(/^Owed: Tsh\s4,500/)).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(more).toBeVisible()
  await expect(more.getByRole('button', { name: 'Back to draft' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const cancel = page.getByRole('button', { name: /^Cancel the payment of Tsh\s1,500/ })
  await cancel.click()
  const asked = page.getByRole('dialog', { name: 'Cancel this payment?' })
  await expect(asked).toContainText('QX12')
  await asked.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText(/^Owed: Tsh\s4,500/)).toBeVisible()
  await cancel.click()
  await asked.getByRole('button', { name: 'Cancel the payment', exact: true }).click()
  await expect(page.getByText('Payment canceled')).toBeVisible()
  await expect(page.getByText(/^Owed: Tsh\s6,000/)).toBeVisible()

  await context.setOffline(false)
  await expectAllSent(page)
  await signIn(second.page, 'owner')
  await navigate(second.page, '/debts')
  const there = second.page
    .getByRole('listitem')
    .filter({ has: second.page.locator(`a[href="/invoice/${id}"]`) })
  await expect(there).toContainText('6,000')
})

test('a customer who owes gets a reminder with the sum, and a statement made without a line that ends with it (spec §1)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  await context.setOffline(true)
  await navigate(page, '/debts')
  const saved = page.locator('section:has(a[href^="/customer/"])').first()
  const name = (await saved.getByRole('link').first().textContent()) ?? ''
  await saved.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const owedLine = page.getByText(/^Owed: Tsh/)
  const before = (await owedLine.textContent()) ?? ''
  await page.getByRole('button', { name: 'Record a payment' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Record a payment' })
  await sheet.getByLabel('Amount received').fill('50')
  await sheet.getByLabel('Reference').fill('QX31')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Payment recorded')).toBeVisible()

  await expect(owedLine).not.toHaveText(before)
  const owed = (await owedLine.textContent())?.replace(/^Owed: Tsh\s/, '') ?? ''
  const reminder = await page.getByRole('link', { name: 'Remind by WhatsApp' }).getAttribute('href')
  const words = decodeURIComponent(reminder ?? '')
  expect(words).toContain(`Hello ${name}.`)
  expect(words).toContain(`Tsh ${owed} is still to be paid`)
  await expect(page.getByRole('link', { name: 'Remind by SMS' })).toHaveAttribute('href', /^sms:/)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Statement as PDF' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`statement-${name}.pdf`)
  const text = await readPdfText(await readFile(await download.path()))
  expect(text).toContain('Customer statement')
  // The last balance is what the screen says.
  const balance = owed.includes('.') ? owed : `${owed}.00`
  expect(text.replace(/ \d+ \/ \d+$/, '').endsWith(`Payment QX31 0.00 50.00 ${balance}`)).toBe(true)
})
