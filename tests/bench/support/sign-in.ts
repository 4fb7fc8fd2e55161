import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'

/** Fills the login form and presses its button; the caller checks the outcome. */
export async function fillSignIn(page: Page, username: string): Promise<void> {
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(DEMO_PASSWORD)
  await page.locator('form.entry-card button[type="submit"]').tap()
}

/** Signs a user in and waits until the phone has the company's records and can work offline. */
export async function signInAndInstall(page: Page, username = 'operator'): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, username)
  await page.locator('main#content a[data-status="issued"]').waitFor({ timeout: 60_000 })
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 60_000,
    polling: 200,
  })
}

/** Gives the page the program of `page/phone-work.ts`; the content policy of the app does not reach this way in. */
export async function injectProgram(page: Page, program: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { exceptionDetails } = await devtools.send('Runtime.evaluate', { expression: program })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  await devtools.detach()
}
