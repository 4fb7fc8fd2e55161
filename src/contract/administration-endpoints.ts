import * as v from 'valibot'
import {
  COMPANY_FILTERS,
  COMPANY_SORTS,
  companyDetailsSchema,
  companyFieldsSchema,
  companyRowSchema,
  lawRateSchema,
  ORGANIZATION_FILTERS,
  ORGANIZATION_SORTS,
  organizationFieldsSchema,
  organizationRowSchema,
  ownCompanySchema,
} from './administration.ts'
import { endpoint } from './endpoint.ts'
import { basisPointsField } from './fields/amounts.ts'
import { idField } from './fields/texts.ts'
import { pageFields, pageSchema } from './pages.ts'
import { companySettingsSchema } from './session.ts'

const byId = v.object({ id: idField })
const lawRatesSchema = v.object({ rates: v.array(lawRateSchema) })
const setEnabled = v.object({ id: idField, enabled: v.boolean() })

/**
 * Organizations and companies (spec §2: /organizations, /companies). A platform admin sees all, an organization admin
 * the own ones. `save` with a `base` of null creates; with one, only what differs from it is changed.
 */
export const administrationEndpoints = {
  'organizations.list': endpoint({
    method: 'GET',
    path: '/v1/accounting/organizations',
    input: v.object(pageFields(ORGANIZATION_SORTS, ORGANIZATION_FILTERS)),
    output: pageSchema(organizationRowSchema),
    refusals: [],
    access: 'signed-in',
  }),
  'organizations.find': endpoint({
    method: 'GET',
    path: '/v1/accounting/organizations/:id',
    input: byId,
    output: organizationRowSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'organizations.save': endpoint({
    method: 'POST',
    path: '/v1/accounting/organizations',
    input: v.object({
      id: idField,
      base: v.nullable(organizationFieldsSchema),
      fields: organizationFieldsSchema,
    }),
    output: organizationRowSchema,
    refusals: [
      'NOT_FOUND',
      'ORGANIZATION_NAME_REQUIRED',
      'ORGANIZATION_OWNER_NAME_REQUIRED',
      'ORGANIZATION_OWNER_PHONE_REQUIRED',
      'ORGANIZATION_OWNER_EMAIL_REQUIRED',
      'ORGANIZATION_NAME_TOO_LONG',
    ],
    access: 'signed-in',
  }),
  'organizations.set-enabled': endpoint({
    method: 'POST',
    path: '/v1/accounting/organizations/enabled',
    input: setEnabled,
    output: organizationRowSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'companies.list': endpoint({
    method: 'GET',
    path: '/v1/accounting/companies',
    input: v.object({ ...pageFields(COMPANY_SORTS, COMPANY_FILTERS), organizationId: v.optional(idField) }),
    output: pageSchema(companyRowSchema),
    refusals: [],
    access: 'signed-in',
  }),
  'companies.find': endpoint({
    method: 'GET',
    path: '/v1/accounting/companies/:id',
    input: byId,
    output: companyDetailsSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'companies.save': endpoint({
    method: 'POST',
    path: '/v1/accounting/companies',
    input: v.object({ id: idField, base: v.nullable(companyFieldsSchema), fields: companyFieldsSchema }),
    output: companyDetailsSchema,
    refusals: [
      'NOT_FOUND',
      'COMPANY_ORGANIZATION_REQUIRED',
      'COMPANY_NAME_REQUIRED',
      'COMPANY_TIN_REQUIRED',
      'COMPANY_TIN_REGISTERED',
      'COMPANY_VRN_INVALID',
      'COMPANY_EMAIL_REQUIRED',
      'COMPANY_PHONE_REQUIRED',
      'COMPANY_ADDRESS_REQUIRED',
      'COMPANY_ADDRESS_TOO_LONG',
      'COMPANY_SERIAL_REQUIRED',
      'COMPANY_SERIAL_INVALID',
      'COMPANY_REGISTERED_FIXED',
      'COMPANY_NAME_TOO_LONG',
    ],
    access: 'signed-in',
  }),
  'companies.set-enabled': endpoint({
    method: 'POST',
    path: '/v1/accounting/companies/enabled',
    input: setEnabled,
    output: companyDetailsSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Which reading of the specification applies to a company, where it allows two. */
  'companies.choose-readings': endpoint({
    method: 'POST',
    path: '/v1/accounting/companies/readings',
    input: v.object({ id: idField, settings: companySettingsSchema }),
    output: v.object({}),
    refusals: ['NOT_FOUND', 'USSD_DIAL_CODE'],
    access: 'signed-in',
  }),
  /** Rates that the law sets for all companies; only the platform plans them. */
  'rates.list': endpoint({
    method: 'GET',
    path: '/v1/accounting/rates',
    input: v.object({}),
    output: lawRatesSchema,
    refusals: [],
    access: 'signed-in',
  }),
  /** Enters a rate before the law changes; a `rate` of null takes one back that is not in force yet. */
  'rates.plan': endpoint({
    method: 'POST',
    path: '/v1/accounting/rates',
    input: v.object({ ...lawRateSchema.entries, rate: v.nullable(basisPointsField) }),
    output: lawRatesSchema,
    refusals: ['RATE_DAY_NOT_AHEAD'],
    access: 'signed-in',
  }),
  /** The owner's changes of the own company. */
  'company.configure': endpoint({
    method: 'POST',
    path: '/v1/accounting/company',
    input: ownCompanySchema,
    output: v.object({}),
    refusals: [
      'COMPANY_EMAIL_REQUIRED',
      'COMPANY_PHONE_REQUIRED',
      'COMPANY_ADDRESS_REQUIRED',
      'COMPANY_ADDRESS_TOO_LONG',
      'RECEIPT_TEXT_TOO_LONG',
      'PAYMENT_TYPE_REQUIRED',
    ],
    access: 'signed-in',
  }),
}
