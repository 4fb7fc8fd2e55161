import { expect, type Page } from '@playwright/test'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { test } from './fixtures.ts'
import { logInAs } from './steps/log-in-as.ts'
import { returnOverOwnLine } from './steps/return-from-service.ts'
import { sell } from './steps/sell.ts'

type Sale = { readonly kind: string; readonly voided: boolean; readonly total: number }
type Ledger = { readonly sales: readonly Sale[] }[]

/** Allows the access in the service and comes back connected; gives the address of the service. */
async function allow(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('heading', { name: 'QuickBooks (simulator)' }).waitFor()
  const { origin } = new URL(page.url())
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  return origin
}

/** A person writes an invoice in the service itself, which tells the server about it. */
async function writeInvoice(service: string): Promise<void> {
  const lines = [{ text: 'Saruji', cents: 1_180_000, tax: '5', quantity: 10 }]
  const invoice = {
    customer: 'Neema Traders',
    number: 'QB-1042',
    date: fiscalDayOf(toInstant(Date.now())),
    lines,
  }
  const answer = await fetch(`${service}/_control/invoices`, {
    method: 'POST',
    body: JSON.stringify({ organization: '9341450000000001', ...invoice }),
  })
  expect(answer.status).toBe(201)
}

test('an owner connects QuickBooks, checks the choices and the totals, and every receipt stands there; an invoice written there is a draft here; after a disconnection it goes on (spec §1, §2)', async ({
  phone,
}) => {
  const { page } = phone
  await returnOverOwnLine(phone)
  await logInAs(phone, 'owner')
  await page.goto('/company')
  await page.getByRole('link', { name: 'Apps integration' }).click()
  const card = page.getByRole('region', { name: 'QuickBooks' })
  const service = await allow(page, 'Connect QuickBooks')

  await expect(card.getByLabel('Service for sales')).toHaveValue('7')
  await card.getByLabel('Cheque').selectOption('')
  await card.getByRole('button', { name: 'Save the choices' }).click()
  await expect(card.getByText('Please choose one')).toBeVisible()
  await card.getByLabel('Cheque').selectOption({ label: 'NMB Bank' })
  await card.getByRole('button', { name: 'Save the choices' }).click()

  await card.getByLabel('Write receipts from this day on').fill('01-01-2024')
  const found = card.getByText(/^Receipts so far: /)
  await expect(found).not.toContainText('far: 0,')
  await expect(card.getByText('The totals are equal to the cent.')).toBeVisible()
  const [, count = '0', sum = ''] =
    /far: (\d+), together (.+)\.$/.exec((await found.textContent()) ?? '') ?? []
  expect(Number(count)).toBeGreaterThan(10)
  await card.getByRole('button', { name: 'Start writing' }).click()
  await expect(card.getByText('Receipts since 01-01-2024 are written into the books.')).toBeVisible()
  const total = async () => {
    const ledger = (await (await fetch(`${service}/_control/ledger`)).json()) as Ledger
    const live = ledger.flatMap(({ sales }) => sales).filter((one) => one.kind === 'Invoice' && !one.voided)
    return { count: live.length, cents: live.reduce((cents, invoice) => cents + invoice.total, 0) }
  }
  const shillings = Number(sum.replaceAll(/[^\d.]/g, ''))
  await expect.poll(total, { timeout: 60_000 }).toEqual({ count: Number(count), cents: shillings * 100 })
  await card.getByRole('button', { name: 'Show what was written' }).click()
  await expect(async () => {
    await card.getByRole('button', { name: 'Look again' }).click()
    await expect(card.getByText('Number in the books:').first()).toBeVisible({ timeout: 1000 })
  }).toPass()

  await card.getByRole('button', { name: 'Compare now' }).click()
  await expect(card.getByText('Nothing differs.')).toBeVisible()
  await card.getByRole('button', { name: 'Start taking' }).click()
  await expect(card.getByText('Taken: 0. Need you: 0.')).toBeVisible()
  await writeInvoice(service)
  await card.getByRole('button', { name: 'Show what came in' }).click()
  await expect(async () => {
    await card.getByRole('button', { name: 'Look again' }).first().click()
    await expect(card.getByRole('link', { name: 'QB-1042' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await card.getByRole('link', { name: 'QB-1042' }).click()
  await expect(page.getByText('Neema Traders').first()).toBeVisible()
  await expect(page.getByText('Created through QuickBooks')).toBeVisible()
  await page.goto('/apps-integration')

  await card.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(card.getByText('Not connected')).toBeVisible()
  await page.goto('/invoices')
  await sell(page)
  await page.goto('/apps-integration')
  await allow(page, 'Reconnect QuickBooks')
  // The new sale, and the invoice that was written there.
  await expect.poll(async () => (await total()).count, { timeout: 60_000 }).toBe(Number(count) + 2)
  const violations: unknown = await (await fetch(`${service}/_control/violations`)).json()
  expect(violations).toEqual([])
})
