import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { fillLogin } from './steps/sign-in.ts'

test('an owner makes a test key and tries a sale on the page: it is in a sandbox, and done once (spec §1)', async ({
  phone,
}) => {
  const { page } = phone
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await fillLogin(page, 'owner')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 60_000 })

  await page.goto('/company?view=api')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('Name').fill('Online shop')
  await expect(page.getByLabel('Test or live')).toHaveValue('test')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const key = (await page.getByRole('region', { name: 'The key' }).textContent({ timeout: 60_000 })) ?? ''
  expect(key).toMatch(/^rsk_test_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Online shop' })).toContainText('Test')

  await page.goto('/developer/documentation/api/invoice')
  const call = page.getByRole('region', { name: 'POST /v1/accounting/public/invoices', exact: true })
  await call.getByText('Try it', { exact: true }).click()
  await expect(call.getByRole('button', { name: 'Send the call' })).toBeDisabled()
  await page.getByLabel('Test key').fill(key)
  const answer = call.getByRole('region', { name: 'Answer to invoices.create' })
  await call.getByRole('button', { name: 'Send the call' }).click()
  await expect(answer).toContainText('HTTP 202')
  await expect(answer).toContainText('"environment": "simulator"')
  const first = /"rctvnum": "(\w+)"/.exec((await answer.textContent()) ?? '')?.[1]
  // The same again, as after an answer that got lost: it is the same sale.
  await call.getByRole('button', { name: 'Send the call' }).click()
  await expect(answer).toContainText('idempotent-replayed: true')
  await expect(answer).toContainText(`"rctvnum": "${first}"`)
  // The console takes no key that counts, and forgets the key.
  await page.getByLabel('Test key').fill('rsk_live_x')
  await expect(page.getByText('Use a test key: what is tried here must not count.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Test key')).toHaveValue('')

  await page.goto('/developer/documentation/api/auth')
  await page.getByText('Check a message', { exact: true }).click()
  await page.getByRole('button', { name: 'Fill in an example' }).click()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('The signature fits')).toBeVisible()
  await page.getByLabel('Content as it arrived').fill('{}')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('No signature in webhook-signature fits')).toBeVisible()
})
