import type { Cents } from '../money/cents.ts'
import { MAX_AMOUNT } from '../money/money-text.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { TAX_TYPES, type TaxType } from '../tax/tax-type.ts'
import { oneLine } from '../text/one-line.ts'
import { readBarcode } from './barcode.ts'
import type { Product } from './product.ts'

/** The longest item description that the authority's receipt accepts. */
export const MAX_PRODUCT_NAME = 255
export const MAX_UNIT_NAME = 20
export const MAX_SKU = 40
export const MAX_CATEGORY_NAME = 40

export const PRODUCT_REFUSALS = [
  'PRODUCT_NAME_REQUIRED',
  'PRODUCT_NAME_TOO_LONG',
  'PRODUCT_UNIT_TOO_LONG',
  'PRODUCT_PRICE_INVALID',
  'PRODUCT_TAX_TYPE_REQUIRED',
  'PRODUCT_DETAIL_TOO_LONG',
  'PRODUCT_BARCODE_INVALID',
  'PRODUCT_BARCODE_DUPLICATED',
] as const
export type ProductRefusal = (typeof PRODUCT_REFUSALS)[number]

/** What a product may have besides: absent while a person has not touched it, empty when it was removed. */
type Details = Partial<Pick<Product, 'sku' | 'barcode' | 'category' | 'favourite' | 'lowStock'>>

/** The product form: the price already read from text (`undefined` when unreadable), tax type '' when none. */
export type ProductForm = Details & {
  readonly name: string
  readonly unit: string
  readonly unitPrice: Cents | undefined
  readonly taxType: TaxType | ''
}

export type ProductFields = Pick<Product, 'name' | 'unit' | 'unitPrice' | 'taxType'> & Details

/** The details in stored form. One that the form does not have stays out: an older app never removes it. */
function checkDetails(form: Details, refusals: FieldRefusal<ProductRefusal>[]): Details {
  const { favourite, lowStock } = form
  const text = (path: 'sku' | 'category', longest: number) => {
    const value = form[path] === undefined ? undefined : oneLine(form[path])
    if (value !== undefined && value.length > longest)
      refusals.push({ path, code: 'PRODUCT_DETAIL_TOO_LONG' })
    return value
  }
  const sku = text('sku', MAX_SKU)
  const category = text('category', MAX_CATEGORY_NAME)
  const typed = form.barcode === undefined ? undefined : oneLine(form.barcode)
  const barcode = typed === undefined || typed === '' ? typed : readBarcode(typed)?.code
  if (typed !== undefined && barcode === undefined) {
    refusals.push({ path: 'barcode', code: 'PRODUCT_BARCODE_INVALID' })
  }
  return {
    ...(sku === undefined ? {} : { sku }),
    ...(barcode === undefined ? {} : { barcode }),
    ...(category === undefined ? {} : { category }),
    ...(favourite === undefined ? {} : { favourite }),
    ...(lowStock === undefined ? {} : { lowStock }),
  }
}

/**
 * Validates the product form. A price of 0 is allowed: it means that the price is asked for at the counter (a line
 * without a price cannot be submitted).
 */
export function checkProduct(form: ProductForm): Result<ProductFields, ProductRefusal> {
  const refusals: FieldRefusal<ProductRefusal>[] = []
  const name = oneLine(form.name)
  const unit = oneLine(form.unit)
  const { unitPrice } = form
  const taxType = TAX_TYPES.find((known) => known === form.taxType)
  if (name === '') refusals.push({ path: 'name', code: 'PRODUCT_NAME_REQUIRED' })
  if (name.length > MAX_PRODUCT_NAME) refusals.push({ path: 'name', code: 'PRODUCT_NAME_TOO_LONG' })
  if (unit.length > MAX_UNIT_NAME) refusals.push({ path: 'unit', code: 'PRODUCT_UNIT_TOO_LONG' })
  if (unitPrice === undefined || unitPrice < 0 || unitPrice > MAX_AMOUNT) {
    refusals.push({ path: 'unitPrice', code: 'PRODUCT_PRICE_INVALID' })
  }
  if (taxType === undefined) refusals.push({ path: 'taxType', code: 'PRODUCT_TAX_TYPE_REQUIRED' })
  const details = checkDetails(form, refusals)
  if (refusals.length > 0 || unitPrice === undefined || taxType === undefined) return refuse(refusals)
  return ok({ name, unit, unitPrice, taxType, ...details })
}
