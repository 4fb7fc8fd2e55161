import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from '../steps/words.ts'
import type { Scene, Stage } from './stage.ts'

/** Opens a new invoice; gives its id. */
export async function openEditor(page: Page): Promise<string> {
  await page.goto('/new-invoice')
  await expect(page).toHaveURL(/\?draft=/)
  await expect(page.locator('h1')).toBeVisible()
  return new URL(page.url()).searchParams.get('draft') ?? ''
}

/** Opens the price list over the editor and waits until it shows products with a price. */
export async function openPicker(page: Page, words: Words): Promise<Locator> {
  await page.getByRole('button', { name: words('Add item'), exact: true }).click()
  const picker = page.getByRole('dialog', { name: words('Add items') })
  await expect(picker.getByRole('button', { name: /Tsh/ }).first()).toBeVisible({ timeout: 30_000 })
  return picker
}

/** Writes an invoice with the first product of the list and pays it in cash. Gives its id. */
export async function writeDraft(page: Page, words: Words): Promise<string> {
  const id = await openEditor(page)
  const picker = await openPicker(page, words)
  await picker.getByRole('button', { name: /Tsh/ }).first().click()
  await picker.getByRole('button', { name: new RegExp(`^${words('Done')}`) }).click()
  await expect(picker).toBeHidden()
  await page.getByRole('button', { name: words('Cash'), exact: true }).click()
  await expect(page.getByText(words('Draft kept on this phone'))).toBeVisible()
  return id
}

/** Submits what the editor shows and waits for the receipt's screen. */
export async function submit(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('Submit to TRA'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words('Submit to TRA') })
  await dialog.getByRole('button', { name: words('Submit to TRA'), exact: true }).click()
  await expect(page).toHaveURL(/\/invoice\//)
  await expect(page.getByRole('article', { name: words('Receipt'), exact: true })).toBeVisible()
}

async function openCustomerPicker({ page, words }: Stage): Promise<Locator> {
  await openEditor(page)
  await page
    .getByRole('region', { name: words('Customer'), exact: true })
    .getByRole('button')
    .click()
  return page.getByRole('dialog')
}

/** The screen for writing an invoice, with everything that opens over it. */
export const EDITOR_SCENES: readonly Scene[] = [
  {
    name: 'editor empty',
    open: async ({ page }) => {
      await openEditor(page)
    },
  },
  {
    name: 'editor empty, asked to submit',
    open: async ({ page, words }) => {
      await openEditor(page)
      await page.getByRole('button', { name: words('Submit to TRA'), exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'price list over the editor',
    open: async ({ page, words }) => {
      await openEditor(page)
      const picker = await openPicker(page, words)
      await picker.getByRole('button', { name: /Tsh/ }).nth(1).click()
    },
  },
  {
    name: 'new product over the editor, refused',
    open: async ({ page, words }) => {
      await openEditor(page)
      const picker = await openPicker(page, words)
      await picker.getByRole('searchbox').fill('Zawadi za harusi na sherehe')
      await picker.getByRole('button', { name: /Zawadi/ }).click()
      await page.getByRole('button', { name: words('Save'), exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  {
    name: 'customers over the editor',
    open: async (stage) => {
      const picker = await openCustomerPicker(stage)
      await expect(picker.getByRole('listitem').nth(4)).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'new customer over the editor, refused',
    open: async (stage) => {
      const { page, words } = stage
      const picker = await openCustomerPicker(stage)
      await picker.getByRole('searchbox').fill('Mgeni wa Mwisho wa Safari Ndefu Mfano')
      await picker.getByRole('button', { name: /Mgeni/ }).click()
      await page.getByLabel(words('Identification type')).selectOption('NATIONAL_IDENTIFICATION_AUTHORITY')
      await page.getByLabel(words('Phone number')).fill('12')
      await page.getByRole('button', { name: words('Save'), exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  {
    name: 'editor with an item, discount and two payments, paid too much',
    open: async ({ page, words }) => {
      await writeDraft(page, words)
      await page.getByRole('button', { name: new RegExp(words('No discount')) }).click()
      await page.getByLabel(words('Discount'), { exact: true }).fill('12.5')
      await page.getByRole('textbox', { name: words('Amount'), exact: true }).fill('99999999')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'last question before the submission',
    open: async ({ page, words }) => {
      await writeDraft(page, words)
      await page.getByRole('button', { name: words('Submit to TRA'), exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]
