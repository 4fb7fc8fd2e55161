import { expect, type Locator, type Page } from '@playwright/test'

export type SaleItem = {
  readonly name: string
  readonly quantity?: string
  readonly price?: string
  readonly discount?: string
}

export type Sale = {
  readonly items: readonly SaleItem[]
  /**
   * As the buttons name them; `amount` as typed, without it the amount still due. None: nothing is paid yet.
   */
  readonly payments?: readonly { readonly type: string; readonly amount?: string }[]
  readonly reference?: string
}

/** One kilo of sugar, paid in cash: the smallest sale there is. */
export const SMALL_SALE: Sale = { items: [{ name: 'Sukari' }], payments: [{ type: 'Cash' }] }

/** Shows what is on offer, or what is in the cart. A wide screen shows both. */
export async function showTab(page: Page, name: 'Items' | 'Cart'): Promise<void> {
  await expect(page.locator('[data-go="charge"]')).toBeVisible()
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
  if (await tab.isVisible()) await tab.click()
}

async function addItem(page: Page, { name, quantity, price, discount }: SaleItem): Promise<void> {
  await showTab(page, 'Items')
  const search = page.getByRole('searchbox', { name: 'Search products and services' })
  await search.fill(name)
  await page
    .getByRole('list', { name: 'Price list' })
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .first()
    .click()
  await search.fill('')
  if (quantity === undefined && price === undefined && discount === undefined) return
  await showTab(page, 'Cart')
  const line = page.getByRole('article', { name, exact: true })
  if (quantity !== undefined) await line.getByRole('textbox', { name: `Quantity of ${name}` }).fill(quantity)
  if (price === undefined && discount === undefined) return
  await line.getByRole('button', { expanded: false }).click()
  if (price !== undefined) await line.getByLabel('Unit price').fill(price)
  if (discount !== undefined) await line.getByLabel('Discount').fill(discount)
}

/** The sheet in which a sale is paid and submitted. */
export async function openPayment(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Charge/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Payment' })
  await expect(sheet).toBeVisible()
  return sheet
}

async function addPayments(page: Page, payments: NonNullable<Sale['payments']>): Promise<void> {
  const sheet = await openPayment(page)
  for (const { type, amount } of payments) {
    await sheet.getByRole('button', { name: type, exact: true }).click()
    if (amount !== undefined) await sheet.getByRole('textbox', { name: type, exact: true }).fill(amount)
  }
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
}

/** Writes an invoice on a new page of the editor and leaves it there, unsubmitted. Returns its id. */
export async function writeInvoice(page: Page, sale: Sale = SMALL_SALE): Promise<string> {
  // A tab behind another one draws a frame a second, and every click waits for two.
  await page.bringToFront()
  await page.getByRole('link', { name: 'New invoice' }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/new-invoice\?draft=/)
  const id = new URL(page.url()).searchParams.get('draft')
  if (id === null) throw new Error(`no draft in ${page.url()}`)
  for (const item of sale.items) await addItem(page, item)
  if (sale.payments && sale.payments.length > 0) await addPayments(page, sale.payments)
  if (sale.reference !== undefined) {
    await showTab(page, 'Cart')
    await page.getByLabel('Reference number').fill(sale.reference)
  }
  await expect(page.getByText('Draft saved')).toBeVisible()
  return id
}

/** Asks to submit what the editor shows, up to the last button. Returns that button. */
export async function askToSubmit(page: Page): Promise<Locator> {
  await page.bringToFront()
  const last = (await openPayment(page)).getByRole('button', { name: /^Submit/ })
  await expect(last).toBeVisible()
  return last
}

/** Presses the last button, waits until the phone says that the invoice is kept, and opens its receipt. */
export async function confirmSubmit(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Payment' })
    .getByRole('button', { name: /^Submit/ })
    .click()
  await expect(page.getByText(/^(Saved on this|The sale is saved)/)).toBeVisible()
  await page.getByRole('link', { name: 'Open the receipt' }).click()
  await expect(page).toHaveURL(/\/invoice\//)
}

/** Sells: writes, submits and leaves the page on the list of invoices. Returns its id. */
export async function sell(page: Page, sale: Sale = SMALL_SALE): Promise<string> {
  const id = await writeInvoice(page, sale)
  await askToSubmit(page)
  await confirmSubmit(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/invoices$/)
  return id
}
