import * as v from 'valibot'
import { toQuantity } from '#domain/money/quantity.ts'
import { TAX_TYPES } from '#domain/tax/tax-type.ts'
import type { ErrorCode } from './error-codes.ts'
import { amountFieldOr } from './fields/amounts.ts'
import { idField, textField } from './fields/texts.ts'

/** The fields a person edits. The price includes VAT. */
export const productFieldsSchema = v.object({
  name: textField(255, 'PRODUCT_NAME_TOO_LONG'),
  unit: textField(20, 'PRODUCT_UNIT_TOO_LONG'),
  unitPrice: amountFieldOr('PRODUCT_PRICE_INVALID'),
  taxType: v.picklist(TAX_TYPES, 'PRODUCT_TAX_TYPE_REQUIRED' satisfies ErrorCode),
  active: v.boolean(),
  // Absent from older apps, which neither show nor change them.
  sku: v.exactOptional(textField(40, 'PRODUCT_DETAIL_TOO_LONG')),
  barcode: v.exactOptional(textField(48, 'PRODUCT_BARCODE_INVALID')),
  category: v.exactOptional(textField(40, 'PRODUCT_DETAIL_TOO_LONG')),
  favourite: v.exactOptional(v.boolean()),
  lowStock: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.transform(toQuantity))),
})

/** A product or service in a pull and in IndexedDB. */
export const productSchema = v.object({
  ...productFieldsSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
