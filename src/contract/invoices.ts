import * as v from 'valibot'
import {
  DELIVERY_STATES,
  MAIL_FAILURES,
  MAIL_STATES,
  MAX_LINES,
  PAYMENT_TYPES,
} from '#domain/invoices/invoice.ts'
import { TAX_LETTERS, TAX_TYPES } from '#domain/tax/tax-type.ts'
import { customerFieldsSchema } from './customers.ts'
import {
  amountFieldOr,
  basisPointsField,
  centsField,
  quantityField,
  quantityFieldOr,
} from './fields/amounts.ts'
import { environmentFields } from './fields/environment.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField, publicReceiptTokenField, textField } from './fields/texts.ts'

export const invoiceCustomerSchema = v.object({
  customerId: v.nullable(idField),
  ...v.omit(customerFieldsSchema, ['active']).entries,
})

export const invoiceLineSchema = v.object({
  id: idField,
  productId: v.nullable(idField),
  description: textField(255),
  quantity: quantityFieldOr('INVOICE_LINE_QUANTITY_REQUIRED'),
  taxType: v.picklist(TAX_TYPES),
  rate: basisPointsField,
  unitPrice: amountFieldOr('INVOICE_LINE_PRICE_REQUIRED'),
  discount: basisPointsField,
  note: v.exactOptional(textField(200)),
})

/** What the person wrote. A draft may still break every rule of `checkInvoice`; only the shape is checked here. */
export const invoiceContentSchema = v.object({
  customer: invoiceCustomerSchema,
  amountType: v.picklist(['INCLUSIVE', 'EXCLUSIVE']),
  reference: textField(100),
  lines: v.pipe(v.array(invoiceLineSchema), v.maxLength(MAX_LINES), v.readonly()),
  payments: v.pipe(
    v.array(
      v.object({
        type: v.picklist(PAYMENT_TYPES),
        amount: amountFieldOr('INVOICE_PAYMENT_NOT_POSITIVE'),
        reference: v.exactOptional(textField(60)),
      }),
    ),
    v.maxLength(20),
    v.readonly(),
  ),
  note: v.exactOptional(textField(500)),
})

const letterTotalSchema = v.object({
  letter: v.picklist(TAX_LETTERS),
  rate: basisPointsField,
  gross: centsField,
  net: centsField,
  tax: centsField,
})

export const invoiceTotalsSchema = v.object({
  subTotal: centsField,
  totalDiscount: centsField,
  totalExcludingTax: centsField,
  totalVat: centsField,
  totalIncludingTax: centsField,
  perLetter: v.pipe(v.array(letterTotalSchema), v.readonly()),
})

export const invoiceReceiptSchema = v.object({
  gc: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  dc: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  znum: v.pipe(v.string(), v.regex(/^\d{8}$/)),
  rctvnum: v.pipe(v.string(), v.regex(/^[A-Z0-9]{7,40}$/)),
  issuedDay: fiscalDayField,
  issuedTime: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}:\d{2}$/)),
  issuedAt: instantField,
  verifyUrl: v.pipe(v.string(), v.maxLength(300)),
  delivery: v.picklist(DELIVERY_STATES),
  ackCode: v.nullable(v.string()),
  ackMessage: v.nullable(v.string()),
  acknowledgedAt: v.nullable(instantField),
  verifiedAt: v.nullable(instantField),
  ...environmentFields,
  serial: v.string(),
  uin: v.string(),
  taxOffice: v.string(),
  vrn: v.exactOptional(v.string()),
})

/** The part of one line that a person asks to refund. */
export const creditRequestLineSchema = v.object({ lineId: idField, quantity: quantityField })

export const creditNoteSchema = v.object({
  id: idField,
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  originalRctvnum: v.string(),
  at: instantField,
  recordedAt: v.exactOptional(instantField),
  day: fiscalDayField,
  by: v.string(),
  byId: v.exactOptional(idField),
  reason: v.string(),
  paidBy: v.picklist(PAYMENT_TYPES),
  lines: v.pipe(v.array(v.object({ ...creditRequestLineSchema.entries, amount: centsField })), v.readonly()),
  perLetter: v.pipe(v.array(letterTotalSchema), v.readonly()),
  total: centsField,
})

export const invoiceMailSchema = v.object({
  id: idField,
  to: v.string(),
  language: v.picklist(['en', 'sw']),
  state: v.picklist(MAIL_STATES),
  failure: v.exactOptional(v.picklist(MAIL_FAILURES)),
  at: instantField,
  by: v.string(),
  changedAt: instantField,
})

const invoiceBase = {
  ...invoiceContentSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  saleAt: instantField,
  saleAtGiven: v.exactOptional(v.literal(true)),
  operatorId: idField,
  operatorName: v.string(),
  origin: v.picklist(['app', 'QuickBooks', 'Xero', 'USSD']),
  /** Free text, because older apps read no origin but the four. */
  channel: v.optional(textField(20)),
  accountingNumber: v.string(),
  vatRegistered: v.boolean(),
  totals: invoiceTotalsSchema,
  slipToken: v.exactOptional(publicReceiptTokenField),
  creditNotes: v.optional(v.pipe(v.array(creditNoteSchema), v.readonly())),
  mails: v.optional(v.pipe(v.array(invoiceMailSchema), v.readonly())),
}

const cancellationSchema = v.object({
  at: instantField,
  recordedAt: v.exactOptional(instantField),
  by: v.string(),
  byId: v.exactOptional(idField),
  reason: v.string(),
})

/**
 * An invoice in a pull, in a push answer and in IndexedDB. The status decides which parts it has; one that breaks
 * this rule is unreadable like any other damaged row.
 */
export const invoiceSchema = v.variant('status', [
  v.object({ ...invoiceBase, status: v.literal('draft'), receipt: v.null(), cancellation: v.null() }),
  v.object({
    ...invoiceBase,
    status: v.literal('submitted'),
    receipt: invoiceReceiptSchema,
    cancellation: v.null(),
  }),
  v.object({
    ...invoiceBase,
    status: v.literal('issued'),
    receipt: invoiceReceiptSchema,
    cancellation: v.null(),
  }),
  v.object({
    ...invoiceBase,
    status: v.literal('canceled'),
    receipt: v.nullable(invoiceReceiptSchema),
    cancellation: cancellationSchema,
  }),
])
