import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Page, test } from '@playwright/test'

/** The columns of a customer file, as the screens list them, and as the first line of a file. */
export const CUSTOMER_COLUMN_NAMES =
  'name, identificationType, identificationNumber, phone, email, vatRegistrationNumber'
export const CUSTOMER_HEAD = CUSTOMER_COLUMN_NAMES.replaceAll(', ', ',')

/**
 * Chooses a file with this text on the open import; `button` as the language of the screen has it. By its path, as a
 * person does: twenty megabytes through the browser's control connection take a busy machine more than a minute.
 */
export async function chooseImportFile(
  page: Page,
  text: string,
  { name = 'wateja.csv', button = 'Choose a file' } = {},
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  const path = test.info().outputPath(name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  await (await choosing).setFiles(path)
}
