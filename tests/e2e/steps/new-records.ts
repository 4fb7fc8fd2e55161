import { expect, type Page } from '@playwright/test'
import { navigate } from './navigate.ts'

/** Saves a new customer with a TIN and a VAT number. */
export async function newCustomer(page: Page, name: string, tin: string, vrn: string): Promise<void> {
  await navigate(page, '/customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  const form = page.getByRole('dialog', { name: 'New customer' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByLabel('Identification type').selectOption('TAX_IDENTIFICATION_NUMBER')
  await form.getByLabel('Identification number').fill(tin)
  await form.getByLabel('VAT registration number (VRN)').fill(vrn)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
}

/** Saves a new product with a price. */
export async function newProduct(page: Page, name: string, price = '1000'): Promise<void> {
  await navigate(page, '/products')
  await page.getByRole('button', { name: 'New product' }).click()
  const form = page.getByRole('dialog', { name: 'New product' })
  await form.getByLabel('Product or service name').fill(name)
  await form.getByLabel(/^Price/).fill(price)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
}

/** Writes an expense of Tsh 4,500 under a receipt code. */
export async function newExpense(page: Page, code: string): Promise<void> {
  await navigate(page, '/new-expense')
  await page.getByRole('textbox', { name: 'Amount' }).fill('4500')
  await page.getByLabel('Category').selectOption('WATER')
  await page.getByLabel('Receipt code').fill(code)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/expenses$/)
}

/** Saves a new vendor with a TIN. */
export async function newVendor(page: Page, name: string, tin: string): Promise<void> {
  await navigate(page, '/vendors')
  await page.getByRole('button', { name: 'New vendor' }).click()
  const form = page.getByRole('dialog', { name: 'New vendor' })
  await form.getByLabel('Vendor name').fill(name)
  await form.getByLabel('TIN', { exact: true }).fill(tin)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
}

/** Saves a new category of expenses. */
export async function newCategory(page: Page, name: string, code: string): Promise<void> {
  await navigate(page, '/expense-categories')
  await page.getByRole('button', { name: 'New category' }).click()
  const form = page.getByRole('dialog', { name: 'New category' })
  await form.getByLabel('Category name').fill(name)
  await form.getByLabel('Code').fill(code)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
}
