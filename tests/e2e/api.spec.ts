import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { ApiProgram } from '../support/api-program.ts'
import { test } from './fixtures.ts'
import { signIn } from './steps/sign-in.ts'

test('an owner makes a key, a program issues an invoice with it, and the phone shows where it came from (spec §1, §3)', async ({
  phone,
  demo,
}) => {
  const { page } = phone
  await signIn(page, 'owner')
  await page.goto('/company')
  await page.getByRole('button', { name: 'Show the API keys' }).click()
  await page.getByRole('button', { name: 'Make a key' }).click()
  const form = page.getByRole('dialog', { name: 'Make a key' })
  await form.getByRole('button', { name: 'Make the key' }).click()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Give the key a name/)
  await form.getByLabel('Name').fill('Duka mtandaoni')
  await form.getByLabel('Test or live').selectOption('Live')
  await form.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('dialog', { name: 'Key of Duka mtandaoni' })
  const key = (await shown.getByRole('region', { name: 'The key' }).textContent()) ?? ''
  expect(key).toMatch(/^rsk_live_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  const card = page.getByRole('region', { name: 'Duka mtandaoni' })
  await expect(card.getByText('Never used.')).toBeVisible()

  const program = new ApiProgram(demo.url, key)
  const reference = `PO ${randomUUID().slice(0, 8)}`
  const sold = await program.post('/v1/accounting/public/invoices', {
    submit: true,
    reference,
    items: [{ productName: 'Huduma ya mtandao', quantity: 1, unitPrice: 4500 }],
  })
  expect(sold, sold.text).toMatchObject({ status: 202 })
  await page.goto(`/invoice/${String(sold.body['id'])}`)
  await expect(page.getByText('Created through API')).toBeVisible()

  await page.goto('/company?view=api')
  await expect(card.getByText(/Last used/)).toBeVisible()
  await page.getByRole('button', { name: 'Add an address' }).click()
  const address = page.getByRole('dialog', { name: 'Add an address' })
  await address.getByLabel('Address').fill('http://10.0.0.1/')
  await address.getByRole('button', { name: 'Add the address' }).click()
  await expect(address.getByLabel('Address')).toHaveAccessibleDescription(/begins with https/)
  await address.getByLabel('Address').fill('https://localhost.invalid/risiti')
  await address.getByRole('button', { name: 'Add the address' }).click()
  const secret = page.getByRole('dialog', { name: 'Secret of the address' })
  await expect(secret.getByRole('region', { name: 'The secret' })).toContainText('whsec_')
  await secret.getByRole('button', { name: 'Done' }).click()
  const notified = page.getByRole('region', { name: 'https://localhost.invalid/risiti' })
  await notified.getByRole('button', { name: 'What was sent' }).click()
  const log = page.getByRole('dialog', { name: 'What was sent' })
  await log.getByRole('button', { name: 'Send a test' }).click()
  await expect(async () => {
    await log.getByRole('button', { name: 'Load again' }).click()
    await expect(log.getByText(/Last answer: ENOTFOUND|Last answer: EAI_AGAIN/)).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await page.keyboard.press('Escape')
  await notified.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the address' }).click()
  await expect(notified).toHaveCount(0)
  await card.getByRole('button', { name: 'Revoke the key Duka mtandaoni' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
  await expect(card.getByText(/^Revoked/)).toBeVisible()
  expect((await program.get('/api/v2/public/auth/me')).body['code']).toBe('KEY_REVOKED')
})

test('what the server adds to the page of the company moves none of its buttons', async ({ phone }) => {
  const { page } = phone
  await signIn(page, 'owner')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/v1\/accounting\/companies\/[\w-]+(\?|$)/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/company')
  const button = page.getByRole('button', { name: 'Show the API keys' })
  await expect(button).toBeVisible()
  const place = () => button.evaluate((shown) => shown.getBoundingClientRect().top + window.scrollY)
  const before = await place()
  release()
  await expect(page.getByRole('button', { name: 'Upload a new certificate' })).toBeVisible()
  expect(await place()).toBe(before)
})
