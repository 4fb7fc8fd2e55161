import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { tapMoreAction } from './steps/more-actions.ts'
import { expectAllSent, expectIssued } from './steps/outbox.ts'
import { sell, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

/** Fetches what other phones did, and opens an invoice. */
async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/invoice/${id}`)
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible({ timeout: 45_000 })
}

test('an invoice is mailed from an offline phone, and part of it comes back; the other phone sees both', async ({
  newPhone,
  demo,
}) => {
  const [first, second] = [await newPhone(), await newPhone()]
  const { page } = first
  await signIn(page)
  await signIn(second.page, 'owner')
  const id = await sell(page, {
    items: [{ name: 'Sukari' }, { name: 'Chumvi' }],
    payments: [{ type: 'Cash' }],
  })
  await expectAllSent(page)
  await expectIssued(page, [id])
  await open(page, id)
  await first.context.setOffline(true)

  const to = `mteja-${id.slice(-6)}@example.tz`
  await tapMoreAction(page, 'Email to customer')
  const mail = page.getByRole('dialog', { name: 'Email to customer' })
  await mail.getByLabel('Email', { exact: true }).fill('mteja@')
  await mail.getByRole('button', { name: 'Send' }).click()
  await expect(mail.getByText('Valid email required')).toBeVisible()
  await mail.getByLabel('Email', { exact: true }).fill(to)
  await mail.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Saved. The email will be sent when you are online')).toBeVisible()

  await tapMoreAction(page, 'Refund')
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByRole('checkbox', { name: /^Chumvi/ }).check()
  await refund.getByLabel('Reason').fill('Imelowa')
  await refund.getByRole('button', { name: /^Refund Tsh/ }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Imelowa')
  // What came back first is no part of the second refund, nor is its reason.
  await tapMoreAction(page, 'Refund')
  await expect(refund.getByLabel('Reason')).toHaveValue('')
  await refund.getByRole('checkbox', { name: /^Sukari/ }).check()
  await refund.getByLabel('Reason').fill('Imeharibika')
  await refund.getByRole('button', { name: /^Refund Tsh/ }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Imeharibika')
  await page.getByRole('button', { name: 'More actions' }).click()
  const actions = page.getByRole('dialog', { name: 'More actions' })
  await expect(actions.getByRole('button', { name: 'Repeat this sale' })).toBeVisible()
  await expect(actions.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await first.context.setOffline(false)
  await expectAllSent(page)
  await expect(async () => {
    await second.page.goto('/sync')
    await second.page.getByRole('button', { name: 'Send now' }).click()
    await expect(second.page.getByRole('button', { name: 'Send now' })).toBeEnabled()
    await open(second.page, id)
    await expect(second.page.getByRole('region', { name: 'Refunds' })).toContainText('CN-', {
      timeout: 5_000,
    })
    const mails = second.page.getByRole('region', { name: 'Emails for this invoice' })
    await expect(mails.getByRole('listitem').filter({ hasText: to })).toContainText('Sent', {
      timeout: 5_000,
    })
  }).toPass({ timeout: 120_000 })
  const mailbox = await (await fetch(`${demo.url}/dev/mailbox`)).text()
  expect(mailbox.split(to)).toHaveLength(2)
})

test('the list finds by amount, keeps to chosen days and shows a canceled draft at once', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  const id = await writeInvoice(page)
  await context.setOffline(true)
  await page.goto('/invoices')
  const row = page.locator(`a[href$="${id}"]`)
  await expect(row).toBeVisible()
  const amount = ((await row.textContent()) ?? '').match(/Tsh\s(\d{1,3}(?:,\d{3})*)/)?.[1] ?? ''
  await page.getByRole('searchbox').fill(amount)
  await expect(row).toBeVisible()
  await page.getByRole('searchbox').fill('hakunamtuhuyu')
  await expect(page.getByText('The whole amount, such as 12,500')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()

  await page.getByRole('button', { name: 'Period' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Today' }).click()
  await expect(page.getByRole('button', { name: 'Show all dates' })).toBeVisible()
  await expect(row).toBeVisible()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)

  await page.goto(`/invoice/${id}`)
  await tapMoreAction(page, 'Cancel the invoice')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the invoice' }).click()
  await expect(page.locator('.notice').getByText('Invoice canceled')).toBeVisible()
  await page.goto('/invoices?status=canceled')
  await expect(row).toBeVisible()
  await context.setOffline(false)
  await expectAllSent(page)
})
