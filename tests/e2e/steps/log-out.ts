import { expect, type Page } from '@playwright/test'

/** Logs out by the menu, keeping what waits. Ends on a public page. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Log out' }).click()
  await page
    .getByRole('dialog', { name: 'Log out' })
    .getByRole('button', { name: /^(Log out|Log out, send later)$/ })
    .click()
  await expect(page).toHaveURL(/\/(login)?$/)
}
