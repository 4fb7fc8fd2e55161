import { expect, type Page } from '@playwright/test'
import type { Language } from '#i18n/language.ts'

/** Shows the open screen in a language, as if the person had chosen it in another tab of the browser. */
export async function showIn(page: Page, language: Language): Promise<void> {
  const html = page.locator('html')
  if ((await html.getAttribute('lang')) === language) return
  await page.evaluate((newValue) => {
    localStorage.setItem('language', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue }))
  }, language)
  await expect(html).toHaveAttribute('lang', language)
  await untilDrawn(page)
}

/** Resizes the screen, and waits until what a wide screen shows otherwise is drawn. */
export async function showAt(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await untilDrawn(page)
}

/** Asks for a picture of one point: the browser draws a frame for it, and with the frame it reports the new width. */
async function untilDrawn(page: Page): Promise<void> {
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
}
