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

/** Opens the sheet in which money for the first invoice on the list of debts is recorded. */
async function openCollecting({ page, translate: words }: SceneContext) {
  await page.goto('/debts')
  const button = { name: words('Record a payment') }
  await page.getByRole('button', button).first().click()
  const sheet = page.getByRole('dialog', button)
  await expect(sheet.getByRole('button', { name: words('Save') })).toBeVisible()
  return sheet
}

/** Money for a sale on credit: what is asked, what is refused, and the question before a payment is canceled. */
export const COLLECTING_SCENES: readonly Scene[] = [
  {
    name: 'recording a payment, refused',
    notifications: true,
    open: async (context) => {
      const sheet = await openCollecting(context)
      await sheet.getByLabel(context.translate('Amount received')).fill('0')
      await sheet.getByRole('button', { name: context.translate('Save') }).click()
      await expect(sheet.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  {
    name: 'canceling a payment, the question before',
    notifications: true,
    open: async (context) => {
      const { page, translate: words } = context
      const sheet = await openCollecting(context)
      await sheet.getByLabel(words('Amount received')).fill('50')
      await sheet.getByRole('button', { name: words('Save') }).click()
      await expect(sheet).toBeHidden()
      const again = await openCollecting(context)
      await again.getByRole('button', { name: /50/ }).first().click()
      await expect(page.getByRole('dialog', { name: words('Cancel this payment?') })).toBeVisible()
    },
  },
]
