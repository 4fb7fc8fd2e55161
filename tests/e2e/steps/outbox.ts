import { expect, type Page } from '@playwright/test'

/** Goes to the screen of what waits, by the way a person has: the badge at the head of every screen. */
export async function openSending(page: Page): Promise<void> {
  await page.locator('header').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Sending', exact: true })).toBeVisible()
}

/** The phone owes the server nothing any more, in its own words. Leaves the page on that screen. */
export async function expectAllSent(page: Page): Promise<void> {
  await openSending(page)
  await expect(page.getByText('Everything is synced')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('header').getByRole('link', { name: 'All sent' })).toBeVisible()
}

/** Asks for news as a person does, until an invoice shows its status. Leaves the page on the invoice. */
export async function expectStatus(page: Page, id: string, status: string): Promise<void> {
  await expect(async () => {
    await openSending(page)
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByRole('button', { name: 'Send now' })).toBeEnabled({ timeout: 5_000 })
    await page.goto(`/invoice/${id}`)
    await expect(page.locator(`[data-status="${statusKey(status)}"]`).first()).toHaveText(status, {
      timeout: 1_500,
    })
  }).toPass({ timeout: 30_000 })
}

function statusKey(name: string): string {
  return { 'Waiting to send': 'waiting', 'Needs attention': 'attention' }[name] ?? name.toLowerCase()
}

/** How the line is, as the head of every screen says it. */
export function lineWords(page: Page) {
  return page.locator('header').getByRole('status')
}

/** Waits until an invoice is with the authority, then reads the paper of it. */
export async function expectIssued(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) await expectStatus(page, id, 'Issued')
}
