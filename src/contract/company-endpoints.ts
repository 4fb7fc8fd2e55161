import * as v from 'valibot'
import { INVOICE_STATUSES } from '#domain/invoices/invoice.ts'
import { companyFilter, endpoint } from './endpoint.ts'
import { changeReadingSchema, lookedUpReceiptSchema, lookUpReceiptSchema } from './expenses.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'
import { fileChunkSchema, fileUploadStateSchema } from './files.ts'
import { invoiceSchema } from './invoices.ts'
import { logoSchema } from './logo.ts'

/** Calls about one company: invoices, files, expenses. */
export const companyEndpoints = {
  'invoices.find': endpoint({
    method: 'GET',
    path: '/v1/accounting/invoices/:id',
    input: v.object({ id: idField, ...companyFilter }),
    output: invoiceSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Invoices that a phone no longer stores, newest first, below the sale time and id of the last one seen. */
  'invoices.older': endpoint({
    method: 'GET',
    path: '/v1/accounting/invoices',
    input: v.object({
      beforeSaleAt: instantField,
      beforeId: v.optional(idField),
      from: v.optional(fiscalDayField),
      status: v.optional(v.picklist(INVOICE_STATUSES)),
      ...companyFilter,
    }),
    output: v.object({ invoices: v.array(invoiceSchema), more: v.boolean() }),
    refusals: [],
    access: 'signed-in',
  }),
  /** One chunk of a file, at any point of the upload; the server ignores bytes that it already has. */
  'files.send-piece': endpoint({
    method: 'POST',
    path: '/v1/accounting/files/pieces',
    input: fileChunkSchema,
    output: fileUploadStateSchema,
    refusals: ['FILE_TOO_LARGE'],
    access: 'signed-in',
  }),
  /** What the authority knows of the receipt that a company got for an expense. */
  'expenses.look-up': endpoint({
    method: 'GET',
    path: '/v1/accounting/expenses/look-up',
    input: lookUpReceiptSchema,
    output: lookedUpReceiptSchema,
    refusals: [],
    access: 'signed-in',
  }),
  /** The state of the reading comes with the expense, by the feed. */
  'expenses.change-reading': endpoint({
    method: 'POST',
    path: '/v1/accounting/expenses/reading',
    input: changeReadingSchema,
    output: v.object({}),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'company.choose-logo': endpoint({
    method: 'POST',
    path: '/v1/accounting/company/logo',
    input: v.object({ logo: v.nullable(logoSchema) }),
    output: v.object({}),
    refusals: [],
    access: 'signed-in',
  }),
}
