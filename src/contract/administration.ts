import * as v from 'valibot'
import { PLANNED_TAX_TYPES } from '#domain/tax/plan-rate.ts'
import { basisPointsField } from './fields/amounts.ts'
import { fiscalDayField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'
import { companyChoicesSchema, companySettingsSchema } from './session.ts'

/** Schemas of organizations and companies as administrators see them. */

const organizationFieldEntries = {
  name: textField(200),
  ownerName: textField(200),
  ownerPhone: textField(40),
  ownerEmail: textField(300),
}
export const organizationFieldsSchema = v.object(organizationFieldEntries)

export const organizationSchema = v.object({
  id: idField,
  ...organizationFieldEntries,
  active: v.boolean(),
})

/** An organization in a list, with the number of its companies. */
export const organizationRowSchema = v.object({ ...organizationSchema.entries, companies: v.number() })
export type OrganizationRow = v.InferOutput<typeof organizationRowSchema>

export const companyFieldsSchema = v.object({
  organizationId: v.union([idField, v.literal('')], 'COMPANY_ORGANIZATION_REQUIRED'),
  name: textField(200),
  tin: textField(40),
  vrn: textField(40),
  email: textField(300),
  phone: textField(40),
  address: textField(400),
  serial: textField(60),
})

/** A company in a list. */
export const companyRowSchema = v.object({
  id: idField,
  organizationId: idField,
  organizationName: v.string(),
  name: v.string(),
  tin: v.string(),
  phone: v.string(),
  active: v.boolean(),
  blockedByTra: v.boolean(),
  /** Whether the certificate was uploaded and the device registered at the authority. */
  registered: v.boolean(),
})
export type CompanyRow = v.InferOutput<typeof companyRowSchema>

/** A company as its page shows it. */
export const companyDetailsSchema = v.object({
  ...companyRowSchema.entries,
  vrn: v.string(),
  email: v.string(),
  address: v.string(),
  serial: v.string(),
  blockedReason: v.string(),
  organizationActive: v.boolean(),
  settings: companySettingsSchema,
})
export type CompanyDetails = v.InferOutput<typeof companyDetailsSchema>

/** What the owner's page saves. */
const ownCompanyEntries = {
  email: companyFieldsSchema.entries.email,
  phone: companyFieldsSchema.entries.phone,
  address: companyFieldsSchema.entries.address,
  ...companyChoicesSchema.entries,
}
export const ownCompanySchema = v.object({
  ...ownCompanyEntries,
  /** The company as the page showed it: what does not differ from it was not changed. Older apps send none. */
  base: v.optional(v.object(ownCompanyEntries)),
})

/** The orders and filters of a list of organizations. */
export const ORGANIZATION_SORTS = ['name', '-name', '-companies'] as const
export const ORGANIZATION_FILTERS = ['active', 'disabled'] as const
/** The orders and filters of a list of companies. */
export const COMPANY_SORTS = ['name', '-name', 'tin', 'organization'] as const
export const COMPANY_FILTERS = ['active', 'disabled', 'blocked', 'unregistered'] as const

/** A rate that the law sets for all companies from a day on. */
export const lawRateSchema = v.object({
  taxType: v.picklist(PLANNED_TAX_TYPES),
  rate: basisPointsField,
  validFrom: fiscalDayField,
})
