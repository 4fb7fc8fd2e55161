import { expect, type Locator, type Page } from '@playwright/test'
import { offerInstallation } from '../steps/offer-installation.ts'
import type { Translate } from '../steps/translate.ts'
import type { Scene, SceneContext } from './scene-context.ts'

/** Opens a new invoice; gives its id. */
export async function openEditor(page: Page): Promise<string> {
  await page.goto('/new-invoice')
  await expect(page).toHaveURL(/\?draft=/)
  await expect(page.locator('[data-go="charge"]')).toBeVisible()
  return new URL(page.url()).searchParams.get('draft') ?? ''
}

/** The tiles of what is on offer, once there are products with a price. */
export async function openPriceList(page: Page, translate: Translate): Promise<Locator> {
  const priceList = page.getByRole('list', { name: translate('Price list') })
  await expect(priceList.getByRole('button', { name: /Tsh/ }).first()).toBeVisible({ timeout: 60_000 })
  return priceList
}

/** Shows the cart; a wide screen shows it anyway. */
export async function openCart(page: Page, translate: Translate): Promise<void> {
  const tab = page.getByRole('tab', { name: translate('Cart', 'counter') })
  if (await tab.isVisible()) await tab.click()
}

/** The button that leads to paying; its words hold the sum. */
export function chargeButton(page: Page, translate: Translate): Locator {
  return page.getByRole('button', {
    name: new RegExp(`^${translate('Charge {total}').replace('{total}', '')}`),
  })
}

/** The sheet in which the invoice is paid and submitted. */
export async function openPayment(page: Page, translate: Translate): Promise<Locator> {
  await chargeButton(page, translate).click()
  const sheet = page.getByRole('dialog', { name: translate('Payment') })
  await expect(sheet).toBeVisible()
  return sheet
}

/** The last button before the authority. */
export function lastButton(page: Page): Locator {
  return page.getByRole('dialog').locator('button[type="submit"]')
}

/** Writes an invoice with the first product of the list and pays it in cash. Returns its id. */
export async function writeDraft(page: Page, translate: Translate): Promise<string> {
  const id = await openEditor(page)
  const priceList = await openPriceList(page, translate)
  await priceList.getByRole('button', { name: /Tsh/ }).first().click()
  const sheet = await openPayment(page, translate)
  await sheet.getByRole('button', { name: translate('Cash'), exact: true }).click()
  await sheet.getByRole('button', { name: translate('Close') }).click()
  await expect(page.getByText(translate('Draft saved'))).toBeVisible()
  return id
}

/** Leaves the counter and waits until the draft is fully sent, so that the other phones may know it. */
export async function leaveSent(page: Page, translate: Translate): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.locator('header').getByRole('link', { name: translate('All sent') })).toBeVisible({
    timeout: 60_000,
  })
}

/** Submits what the editor shows, up to the message that it is saved. */
export async function finishSale(page: Page, translate: Translate): Promise<void> {
  await openPayment(page, translate)
  await lastButton(page).click()
  await expect(page.getByRole('link', { name: translate('New sale') })).toBeVisible()
}

/** Submits what the editor shows and waits for the receipt's screen. */
export async function submit(page: Page, translate: Translate): Promise<void> {
  await finishSale(page, translate)
  await page.getByRole('link', { name: translate('Open the receipt') }).click()
  await expect(page).toHaveURL(/\/invoice\//)
  await expect(page.getByRole('article', { name: translate('Receipt'), exact: true })).toBeVisible()
}

async function openCustomerPicker({ page, translate: words }: SceneContext): Promise<Locator> {
  await openEditor(page)
  await openCart(page, words)
  await page
    .getByRole('region', { name: words('Customer'), exact: true })
    .getByRole('button')
    .click()
  return page.getByRole('dialog')
}

/** The screen for writing an invoice, with everything that opens over it. */
export const EDITOR_SCENES: readonly Scene[] = [
  {
    name: 'counter',
    // The price list of a phone that has just been signed in is still on its way.
    notifications: true,
    open: async ({ page, translate: words }) => {
      await openEditor(page)
      const priceList = await openPriceList(page, words)
      await priceList.getByRole('button', { name: /Tsh/ }).nth(1).click()
    },
  },
  {
    name: 'counter empty, asked to charge',
    open: async ({ page, translate: words }) => {
      await openEditor(page)
      await chargeButton(page, words).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'nothing found in the price list',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await openEditor(page)
      await page.getByRole('searchbox').fill('Zawadi za harusi na sherehe')
      await expect(page.getByText(words('No results'))).toBeVisible()
    },
  },
  {
    name: 'new product over the counter, refused',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await openEditor(page)
      await page.getByRole('searchbox').fill('Zawadi za harusi na sherehe')
      await page.getByRole('button', { name: /Zawadi/ }).click()
      await page.getByRole('button', { name: words('Save'), exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  {
    name: 'customers over the counter',
    open: async (context) => {
      const picker = await openCustomerPicker(context)
      await expect(picker.getByRole('listitem').nth(4)).toBeVisible({ timeout: 60_000 })
    },
  },
  {
    name: 'new customer over the counter, refused',
    notifications: true,
    open: async (context) => {
      const { page, translate: words } = context
      const picker = await openCustomerPicker(context)
      await picker.getByRole('searchbox').fill('Mgeni wa Mwisho wa Safari Ndefu Mfano')
      await picker.getByRole('button', { name: /Mgeni/ }).click()
      await page.getByLabel(words('Identification type')).selectOption('NATIONAL_IDENTIFICATION_AUTHORITY')
      await page.getByLabel(words('Phone number')).fill('12')
      await page.getByRole('button', { name: words('Save'), exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  {
    name: 'cart with the fields of an item open',
    open: async ({ page, translate: words }) => {
      await writeDraft(page, words)
      await openCart(page, words)
      await page.getByRole('article').getByRole('button', { expanded: false }).click()
      await page.getByLabel(words('Discount'), { exact: true }).fill('12.5')
    },
  },
  {
    name: 'cart with the tax explained',
    open: async ({ page, translate: words }) => {
      await writeDraft(page, words)
      await openCart(page, words)
      await page.getByText(words('VAT included')).click()
      await expect(page.getByText(words('Without VAT')).first()).toBeVisible()
    },
  },
  {
    name: 'paying, nothing handed over',
    open: async ({ page, translate: words }) => {
      await openEditor(page)
      await (await openPriceList(page, words)).getByRole('button', { name: /Tsh/ }).first().click()
      await openPayment(page, words)
    },
  },
  {
    name: 'paying with change',
    open: async ({ page, translate: words }) => {
      await writeDraft(page, words)
      const sheet = await openPayment(page, words)
      await sheet
        .getByRole('group', { name: words('Cash received') })
        .getByRole('button')
        .last()
        .click()
      await expect(sheet.getByText(words('Change'), { exact: true })).toBeVisible()
    },
  },
  {
    name: 'paying in two ways, too much',
    open: async ({ page, translate: words }) => {
      await writeDraft(page, words)
      const sheet = await openPayment(page, words)
      await sheet.getByRole('textbox').fill('500')
      await sheet.getByRole('button', { name: words('Mobile money'), exact: true }).click()
      await sheet.getByRole('textbox').nth(1).fill('99999999')
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'held sales',
    open: async ({ page, translate: words }) => {
      await writeDraft(page, words)
      await openEditor(page)
      await page.getByRole('button', { name: words('Held sales and more') }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name: /Tsh/ }).first()).toBeVisible()
    },
  },
  {
    name: 'sold, with the offer to install',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await writeDraft(page, words)
      await offerInstallation(page)
      await finishSale(page, words)
      await expect(page.getByRole('button', { name: words('Install') })).toBeVisible()
    },
  },
  {
    name: 'sold with change',
    open: async ({ page, translate: words }) => {
      await openEditor(page)
      await (await openPriceList(page, words)).getByRole('button', { name: /Tsh/ }).first().click()
      const sheet = await openPayment(page, words)
      await sheet
        .getByRole('group', { name: words('Cash received') })
        .getByRole('button')
        .last()
        .click()
      await lastButton(page).click()
      await expect(page.getByRole('link', { name: words('New sale') })).toBeVisible()
    },
  },
]
