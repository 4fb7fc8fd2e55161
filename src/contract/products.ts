import * as v from 'valibot'
import { TAX_TYPES } from '#domain/tax/tax-type.ts'
import { amountField } from './fields/amounts.ts'
import { idField, textField } from './fields/texts.ts'

/** The fields a person edits. The price includes VAT. */
export const productFieldsSchema = v.object({
  name: textField(255),
  unit: textField(20),
  unitPrice: amountField,
  taxType: v.picklist(TAX_TYPES),
  active: v.boolean(),
})

/** A product or service as it travels in a pull and is kept in IndexedDB. */
export const productSchema = v.object({
  ...productFieldsSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
