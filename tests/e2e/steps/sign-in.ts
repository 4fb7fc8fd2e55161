import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'

/** Fills in the login form and presses the button; the caller checks the outcome. */
export async function fillLogin(
  page: Page,
  username: string,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Resolves once the worker controls the page, so that the app also starts offline. */
export async function readyOffline(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'), { timeout: 60_000 })
    .toBe('activated')
}

/** Logs a user in, and waits until this phone has the company's records and can work offline. */
export async function signIn(page: Page, username = 'operator'): Promise<void> {
  await page.goto('/login')
  // The language of the account may be what another test left there; that of this phone goes before it.
  await page.evaluate(() => {
    if (localStorage.getItem('language') === null) localStorage.setItem('language', 'en')
  })
  await fillLogin(page, username)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /^Issued/ })).toBeVisible({ timeout: 60_000 })
  await readyOffline(page)
}
