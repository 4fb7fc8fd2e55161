import { expect, type Page } from '@playwright/test'
import { type Phone, test } from './fixtures.ts'
import { logInAs } from './steps/log-in-as.ts'
import { sell } from './steps/sell.ts'

type Sale = { readonly kind: string; readonly voided: boolean; readonly total: number }
type Ledger = { readonly sales: readonly Sale[] }[]

/** The service sends people to the server's own address; the phone reaches it through the test's proxy. */
async function returnThroughProxy({ context }: Phone, proxyUrl: string): Promise<void> {
  await context.route('**/authorize/decide*', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const back = new URL(answer.headers()['location'] ?? '')
    await route.fulfill({
      response: answer,
      headers: { location: `${proxyUrl}${back.pathname}${back.search}` },
    })
  })
}

/** Allows the access in the service and comes back connected; gives the address of the service. */
async function allow(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('heading', { name: 'QuickBooks (simulator)' }).waitFor()
  const { origin } = new URL(page.url())
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  return origin
}

test('an owner connects QuickBooks, checks the choices and the totals, and every receipt stands there; after a disconnection it goes on (spec §1, §2)', async ({
  phone,
  faultProxy,
}) => {
  const { page } = phone
  await returnThroughProxy(phone, faultProxy.url)
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

  await card.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(card.getByText('Not connected')).toBeVisible()
  await page.goto('/invoices')
  await sell(page)
  await page.goto('/apps-integration')
  await allow(page, 'Reconnect QuickBooks')
  await expect.poll(async () => (await total()).count, { timeout: 60_000 }).toBe(Number(count) + 1)
  const violations: unknown = await (await fetch(`${service}/_control/violations`)).json()
  expect(violations).toEqual([])
})
