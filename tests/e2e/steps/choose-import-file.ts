import type { Page } from '@playwright/test'

/** The columns of a customer file, as the screens list them, and as the first line of a file. */
export const CUSTOMER_COLUMN_NAMES =
  'name, identificationType, identificationNumber, phone, email, vatRegistrationNumber'
export const CUSTOMER_HEAD = CUSTOMER_COLUMN_NAMES.replaceAll(', ', ',')

/** Chooses a file with this text on the open import; `button` as the language of the screen has it. */
export async function chooseImportFile(
  page: Page,
  text: string,
  { name = 'wateja.csv', button = 'Choose a file' } = {},
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}
