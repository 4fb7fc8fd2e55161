import type { Cents } from '../money/cents.ts'
import type { Quantity } from '../money/quantity.ts'
import type { TaxType } from '../tax/tax-type.ts'

/** A product or service of one company (spec §3: name; price, unit and tax type save typing at the counter). */
export type Product = {
  readonly id: string
  readonly companyId: string
  readonly rev: number
  readonly name: string
  readonly unit: string
  /** Usual price; what it includes follows `Company settings`: inclusive of VAT. */
  readonly unitPrice: Cents
  readonly taxType: TaxType
  readonly active: boolean
  /** The shop's own number of it. Absent or empty: none. */
  readonly sku?: string
  /** What a scanner reads from it, as `readBarcode` gives it. Absent or empty: none. */
  readonly barcode?: string
  /** A word of the shop for goods of one kind. Absent or empty: none. */
  readonly category?: string
  /** The level of stock at which it is marked as low; absent: when nothing is left. */
  readonly lowStock?: Quantity
  /** Shown first at the counter. */
  readonly favourite?: boolean
}
