import { expect, type Page } from '@playwright/test'
import { navigate } from './navigate.ts'

function sheet(page: Page) {
  return page.getByRole('dialog', { name: 'Sending', exact: true })
}

/** Opens the sheet of what waits, by the way a person has: the badge at the head of every screen. */
export async function openSending(page: Page): Promise<void> {
  await page.bringToFront()
  if (!(await sheet(page).isVisible())) await page.locator('header').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Sending', exact: true }).first()).toBeVisible()
}

/** Puts the sheet of what waits away. */
export async function closeSending(page: Page): Promise<void> {
  if (await sheet(page).isVisible()) await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
}

/** An open page notices within a minute that a server is back (`followChanges`), and then sends. */
export const RECONNECT_WITHIN_MS = 75_000

/** The phone's own screen says that everything is sent. Leaves the page as it was. */
export async function expectAllSent(page: Page): Promise<void> {
  await openSending(page)
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: RECONNECT_WITHIN_MS })
  await expect(page.locator('header').getByRole('link', { name: 'All sent' })).toBeVisible()
  await closeSending(page)
}

/** Syncs as a person does, until an invoice shows its status. Leaves the page on the invoice. */
export async function expectStatus(page: Page, id: string, status: string): Promise<void> {
  await expect(async () => {
    await openSending(page)
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByRole('button', { name: 'Send now' })).toBeEnabled({ timeout: 5_000 })
    await expectShown(page, id, status)
  }).toPass({ timeout: 150_000 })
}

/** Opens an invoice from a screen without papers, with nothing lying over it; it has this status now or in a moment. */
async function expectShown(page: Page, id: string, status: string): Promise<void> {
  await closeSending(page)
  await navigate(page, '/invoices')
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeHidden({ timeout: 5_000 })
  await navigate(page, `/invoice/${id}`)
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible({ timeout: 5_000 })
  const pill = page.locator(`main [data-status="${statusKey(status)}"]`).first()
  await expect(pill).toHaveText(status, { timeout: 1_500 })
}

function statusKey(name: string): string {
  return { 'Waiting to send': 'waiting', 'Needs attention': 'attention' }[name] ?? name.toLowerCase()
}

/** The connection status in the header of every screen. */
export function connectionStatus(page: Page) {
  return page.locator('header').getByRole('status')
}

/** Waits until an invoice is with the authority, then reads the paper of it. */
export async function expectIssued(page: Page, ids: readonly string[]): Promise<void> {
  const [first, ...others] = ids
  if (first === undefined) return
  await expectStatus(page, first, 'Issued')
  for (const id of others) {
    // The pull for the first mostly brought the others.
    const known = await expectShown(page, id, 'Issued').then(
      () => true,
      () => false,
    )
    if (!known) await expectStatus(page, id, 'Issued')
  }
}
