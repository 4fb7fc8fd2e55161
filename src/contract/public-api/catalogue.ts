import * as v from 'valibot'
import { IDENTIFICATION_TYPES } from '#domain/identity/identification.ts'
import { TAX_TYPES } from '#domain/tax/tax-type.ts'
import { idText, text, tsh, tshField } from './fields.ts'

export const customerInputEntries = {
  name: text(100),
  identificationType: v.picklist(IDENTIFICATION_TYPES),
  identificationNumber: v.optional(text(50)),
  phone: v.optional(text(20)),
  email: v.optional(text(100)),
  vatRegistrationNumber: v.optional(text(20)),
}

export const customerWriteEntries = { ...customerInputEntries, active: v.optional(v.boolean()) }

export const apiCustomerSchema = v.object({
  id: idText,
  rev: v.number(),
  name: v.string(),
  identificationType: v.picklist(IDENTIFICATION_TYPES),
  identificationNumber: v.string(),
  phone: v.string(),
  email: v.string(),
  vatRegistrationNumber: v.string(),
  active: v.boolean(),
})
export type ApiCustomer = v.InferOutput<typeof apiCustomerSchema>

export const productWriteEntries = {
  name: text(255),
  unit: v.optional(text(20)),
  unitPrice: tshField,
  taxType: v.picklist(TAX_TYPES),
  active: v.optional(v.boolean()),
}

export const apiProductSchema = v.object({
  id: idText,
  rev: v.number(),
  name: v.string(),
  unit: v.string(),
  /** With VAT. */
  unitPrice: tsh,
  taxType: v.picklist(TAX_TYPES),
  active: v.boolean(),
})
export type ApiProduct = v.InferOutput<typeof apiProductSchema>
