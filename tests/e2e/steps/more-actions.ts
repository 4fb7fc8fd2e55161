import type { Page } from '@playwright/test'
import type { Translate } from './translate.ts'

/** Taps one of the rarer actions of a receipt, in English or as `translate` says it. */
export async function tapMoreAction(
  page: Page,
  name: string,
  translate: Translate = (text) => text,
): Promise<void> {
  await page.getByRole('button', { name: translate('More actions') }).click()
  await page
    .getByRole('dialog', { name: translate('More actions') })
    .getByRole('button', { name: translate(name), exact: true })
    .click()
}
