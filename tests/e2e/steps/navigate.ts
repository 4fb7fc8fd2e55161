import { expect, type Page } from '@playwright/test'

/** Goes to a path inside the running app, as a link does: the same guards, without a reload. */
export async function navigate(page: Page, path: string): Promise<void> {
  // The app intercepts navigation once its router runs, which the load of the page does not wait for.
  await expect.poll(() => page.evaluate(() => Object.hasOwn(history, 'pushState'))).toBe(true)
  await page.evaluate((to) => history.pushState(null, '', to), path)
}
