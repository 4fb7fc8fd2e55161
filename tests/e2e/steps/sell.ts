import { expect, type Page } from '@playwright/test'

export type SaleItem = {
  readonly name: string
  readonly quantity?: string
  readonly price?: string
  readonly discount?: string
}

export type Sale = {
  readonly items: readonly SaleItem[]
  /** As the buttons name them; `amount` as typed, without it what is still owed. None: nothing is paid yet. */
  readonly payments?: readonly { readonly type: string; readonly amount?: string }[]
  readonly reference?: string
}

/** One kilo of sugar, paid in cash: the smallest sale there is. */
export const SMALL_SALE: Sale = { items: [{ name: 'Sukari' }], payments: [{ type: 'Cash' }] }

async function addItem(page: Page, { name, quantity, price, discount }: SaleItem): Promise<void> {
  await page.getByRole('button', { name: 'Add item' }).click()
  const picker = page.getByRole('dialog', { name: 'Add items' })
  await picker.getByRole('searchbox').fill(name)
  await picker
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .first()
    .click()
  await picker.getByRole('button', { name: /^Done/ }).click()
  await expect(picker).toBeHidden()
  const line = page.getByRole('article', { name, exact: true })
  if (quantity !== undefined) await line.getByRole('textbox', { name: `Quantity of ${name}` }).fill(quantity)
  if (price !== undefined) await line.getByLabel('Unit price').fill(price)
  if (discount !== undefined) {
    await line.getByRole('button', { name: /No discount/ }).click()
    await line.getByLabel('Discount').fill(discount)
  }
}

async function addPayments(page: Page, payments: NonNullable<Sale['payments']>): Promise<void> {
  const section = page.getByRole('region', { name: 'Payments' })
  for (const [index, { type, amount }] of payments.entries()) {
    if (index === 0) await section.getByRole('button', { name: type, exact: true }).click()
    else {
      await section.getByRole('button', { name: 'Add payment' }).click()
      await section.getByLabel('Payment type').nth(index).selectOption({ label: type })
    }
    if (amount !== undefined) await section.getByLabel('Amount').nth(index).fill(amount)
  }
}

/** Writes an invoice on a new page of the editor and leaves it there, unsubmitted. Gives its id. */
export async function writeInvoice(page: Page, sale: Sale = SMALL_SALE): Promise<string> {
  await page.getByRole('link', { name: 'New invoice' }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/new-invoice\?draft=/)
  const id = new URL(page.url()).searchParams.get('draft')
  if (id === null) throw new Error(`no draft in ${page.url()}`)
  for (const item of sale.items) await addItem(page, item)
  await addPayments(page, sale.payments ?? [])
  if (sale.reference !== undefined) await page.getByLabel('Reference number').fill(sale.reference)
  await expect(page.getByText('Draft kept on this phone')).toBeVisible()
  return id
}

/** Submits what the editor (or the receipt of a draft) shows, up to the last question. */
export async function askToSubmit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit to TRA' }).click()
  await expect(page.getByRole('dialog', { name: 'Submit to TRA' })).toBeVisible()
}

/** Answers the last question with yes, and waits until the phone says that the invoice is kept. */
export async function confirmSubmit(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Submit to TRA' })
  await dialog.getByRole('button', { name: 'Submit to TRA' }).click()
  await expect(page.getByText(/^Saved on this/)).toBeVisible()
  await expect(page).toHaveURL(/\/invoice\//)
}

/** Sells: writes, submits and leaves the page on the new invoice. Gives its id. */
export async function sell(page: Page, sale: Sale = SMALL_SALE): Promise<string> {
  const id = await writeInvoice(page, sale)
  await askToSubmit(page)
  await confirmSubmit(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/invoices$/)
  return id
}
