import type { FiscalDay } from '../calendar/east-africa.ts'
import type { Cents } from '../money/cents.ts'
import type { Quantity } from '../money/quantity.ts'
import type { TaxLetter } from '../tax/tax-type.ts'
import type { ExpenseVendor } from './expense.ts'

/** A line as the authority's page shows it: its amount, tax included, under its letter. */
export type AuthorityItem = {
  readonly description: string
  readonly quantity: Quantity
  readonly amount: Cents
  readonly letter: TaxLetter
}

/** A receipt as the authority's public page shows it to anyone with its code and time. */
export type AuthorityReceipt = {
  readonly code: string
  /** `null` where the page has none that can be read. */
  readonly day: FiscalDay | null
  /** Parts that the page leaves out are empty. */
  readonly seller: ExpenseVendor
  readonly items: readonly AuthorityItem[]
  readonly tax: Cents
  readonly total: Cents
}

/** The most lines of a receipt that are sent; longer receipts are summed up by their totals. */
export const MAX_AUTHORITY_ITEMS = 200
