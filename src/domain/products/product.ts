import type { Cents } from '../money/cents.ts'
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
}
