import { expect, type Page } from '@playwright/test'
import type { Language } from '#i18n/language.ts'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import type { Phone } from '../fixtures.ts'
import { translatorFor } from './translate.ts'

/** Sets the language of this device as a person who chose it would find it at the next start. */
export async function setLanguage(phone: Phone, language: Language): Promise<void> {
  await phone.context.addInitScript((chosen) => {
    // A page that could not be loaded has no storage.
    if (window.origin === 'null') return
    if (localStorage.getItem('language') === null) localStorage.setItem('language', chosen)
  }, language)
}

/** Fills the login form that is on the screen and sends it. */
export async function fillLogin(
  page: Page,
  language: Language,
  form: { readonly username: string; readonly password?: string },
): Promise<void> {
  const translate = translatorFor(language)
  // The early page has both languages at once; wait for the form of the program.
  await expect(page.locator('#early-login')).toHaveCount(0)
  await page.getByLabel(translate('Username'), { exact: true }).fill(form.username)
  await page.getByLabel(translate('Password'), { exact: true }).fill(form.password ?? DEMO_PASSWORD)
  await page.getByRole('button', { name: translate('Log in'), exact: true }).click()
}

/** Logs a person in, in a language, and waits until the first screen is shown. */
export async function logInAs(phone: Phone, username: string, language: Language = 'en'): Promise<void> {
  await setLanguage(phone, language)
  await phone.page.goto('/login')
  await fillLogin(phone.page, language, { username })
  await expect(phone.page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
  await expect(phone.page.locator('main#content')).toBeVisible()
}
