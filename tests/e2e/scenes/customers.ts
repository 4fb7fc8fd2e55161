import { expect } from '@playwright/test'
import type { Scene, SceneContext } from './scene-context.ts'

const HEAD = 'name,identificationType,identificationNumber,phone,email,vatRegistrationNumber'

async function takeFile({ page, translate: words }: SceneContext, name: string, text: string) {
  await page.goto('/customers?import=csv')
  const sheet = page.getByRole('dialog', { name: words('Import CSV') })
  const choosing = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: words('Choose a file') }).click()
  await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  return sheet
}

/** Importing customers from a file: what it needs, what is wrong, what the result would be. */
export const IMPORT_SCENES: readonly Scene[] = [
  {
    name: 'customers from a file, columns missing',
    notifications: true,
    open: async (context) => {
      const sheet = await takeFile(context, 'wateja.csv', 'name,phone\nJuma,0700000101')
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'customers from a file, before saving',
    notifications: true,
    open: async (context) => {
      const rows = ['Juma,PASSPORT,A7654321,,,', 'Asha,TIN,12,12,,', ',TIN,,,,', 'Rehema,NONE']
      const sheet = await takeFile(context, 'wateja.csv', [HEAD, ...rows].join('\n'))
      await expect(sheet.getByRole('listitem')).toHaveCount(4)
    },
  },
]
