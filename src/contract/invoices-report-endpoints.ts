import * as v from 'valibot'
import { FISCAL_PAYMENT_TYPES } from '#domain/fiscal/fiscal-receipt.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'
import { endpoint } from './endpoint.ts'
import { centsField } from './fields/amounts.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'
import { pageFields, pageSchema } from './pages.ts'

/** Orders of the report: by the day of the receipt, newest first unless asked otherwise, and by amount. */
export const REPORT_SORTS = ['-day', 'day', '-total', 'total'] as const
/** Statuses of an invoice that has its fiscal numbers; a draft was never sold. */
export const REPORT_STATUSES = ['submitted', 'issued', 'canceled'] as const

/** Rows that one call of the export gives. */
export const EXPORTED_ROWS = 500

const { search, sort, filter, page } = pageFields(REPORT_SORTS, REPORT_STATUSES)
/** The invoices meant: days of the receipt (both included), and what narrows them down. */
const reportFilter = {
  from: fiscalDayField,
  to: fiscalDayField,
  search,
  filter,
  companyId: v.optional(idField),
  letter: v.optional(v.picklist(TAX_LETTERS)),
  payment: v.optional(v.picklist(FISCAL_PAYMENT_TYPES)),
}

/** One invoice of the report. */
const reportRowSchema = v.object({
  /** Unlike an invoice's id, of no other company. */
  id: v.string(),
  companyId: idField,
  companyName: v.string(),
  invoiceId: idField,
  issuedDay: fiscalDayField,
  issuedAt: instantField,
  rctvnum: v.string(),
  status: v.picklist(REPORT_STATUSES),
  customerName: v.string(),
  identificationNumber: v.string(),
  reference: v.string(),
  operatorName: v.string(),
  net: centsField,
  vat: centsField,
  gross: centsField,
  refunded: centsField,
})
export type ReportRow = v.InferOutput<typeof reportRowSchema>

const sums = { count: v.number(), net: centsField, vat: centsField, gross: centsField }

/** What the invoices of a report come to; canceled and refunded amounts are beside the gross, as in the sales report. */
const reportTotalsSchema = v.object({
  ...sums,
  discount: centsField,
  canceledCount: v.number(),
  canceledGross: centsField,
  /** Refunds made in these days, whatever the day of their invoice. */
  refundedCount: v.number(),
  refundedGross: centsField,
  perLetter: v.array(v.object({ letter: v.picklist(TAX_LETTERS), net: centsField, tax: centsField })),
  perPayment: v.array(v.object({ type: v.picklist(FISCAL_PAYMENT_TYPES), amount: centsField })),
  /** Largest first. */
  companies: v.array(v.object({ id: idField, name: v.string(), ...sums })),
})
export type ReportTotals = v.InferOutput<typeof reportTotalsSchema>

/**
 * The invoices report (spec §2: /invoices-report; §6: organization admins over their companies, an owner over the
 * own). It counts by the day of the receipt, like the sales report and the Z report.
 */
export const invoicesReportEndpoints = {
  'invoices-report.list': endpoint({
    method: 'GET',
    path: '/v1/accounting/invoices-report',
    input: v.object({ ...reportFilter, sort, page }),
    output: pageSchema(reportRowSchema),
    refusals: [],
    access: 'signed-in',
  }),
  'invoices-report.totals': endpoint({
    method: 'GET',
    path: '/v1/accounting/invoices-report/totals',
    input: v.object(reportFilter),
    output: reportTotalsSchema,
    refusals: [],
    access: 'signed-in',
  }),
  /** The rows for a file, in their order, in batches; the first call is recorded as the export. */
  'invoices-report.export': endpoint({
    method: 'POST',
    path: '/v1/accounting/invoices-report/export',
    input: v.object({
      ...reportFilter,
      /** Day and id of the last row of the batch before. */
      after: v.optional(v.object({ day: fiscalDayField, id: v.pipe(v.string(), v.maxLength(73)) })),
    }),
    output: v.object({ rows: v.array(reportRowSchema), more: v.boolean() }),
    refusals: [],
    access: 'signed-in',
  }),
}
