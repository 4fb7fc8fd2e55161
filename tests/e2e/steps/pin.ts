import { expect, type Locator, type Page } from '@playwright/test'
import { navigate } from './navigate.ts'

/** Gives the signed-in user a PIN, in the settings. Leaves the page there. */
export async function choosePin(page: Page, pin: string): Promise<void> {
  await navigate(page, '/settings')
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  await (await fillNewPin(page, pin)).click()
  await expect(page.getByText('The PIN is set')).toBeVisible()
}

/** Fills the sheet for a new PIN; gives the button that sets it. */
export async function fillNewPin(page: Page, pin: string): Promise<Locator> {
  const sheet = page.getByRole('dialog', { name: 'Set a PIN' })
  await sheet.getByLabel('New PIN', { exact: true }).fill(pin)
  await sheet.getByLabel('Repeat the new PIN').fill(pin)
  return sheet.getByRole('button', { name: 'Set a PIN' })
}

/** Types a PIN on the keys of the lock screen and sends it. */
export async function typePin(page: Page, pin: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'Keypad' })
  for (const digit of pin) await pad.getByRole('button', { name: digit, exact: true }).click()
  await pad.getByRole('button', { name: 'Unlock' }).click()
}

/** Opens the list of those who use this phone. */
export async function openAccounts(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).click()
  await page
    .getByRole('dialog', { name: 'More' })
    .getByRole('button', { name: 'Users of this phone' })
    .click()
  const people = page.getByRole('dialog', { name: 'Users of this phone' })
  await expect(people.getByText('Logged in now')).toBeVisible()
  return people
}

/** Switches to another account of this phone by its name. Ends at the login page. */
export async function switchAccount(page: Page, name: string): Promise<void> {
  const people = await openAccounts(page)
  await people.getByRole('button', { name: new RegExp(name) }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Moves the clock of the page forward at once, as when a phone slept. */
export async function letTimePass(page: Page, ms: number): Promise<void> {
  await page.evaluate((slept) => {
    const before = Date.now.bind(Date)
    Date.now = () => before() + slept
  }, ms)
}
