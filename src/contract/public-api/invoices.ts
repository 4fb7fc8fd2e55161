import * as v from 'valibot'
import { FISCAL_ENVIRONMENTS } from '#domain/fiscal/environment.ts'
import { IDENTIFICATION_TYPES } from '#domain/identity/identification.ts'
import { DELIVERY_STATES, INVOICE_STATUSES, PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { TAX_LETTERS, TAX_TYPES } from '#domain/tax/tax-type.ts'
import { customerInputEntries } from './catalogue.ts'
import {
  dayText,
  idText,
  momentField,
  momentText,
  percentField,
  quantityNumber,
  text,
  tsh,
  tshField,
} from './fields.ts'

const itemInput = v.strictObject({
  /** A saved product, or the name of one: an unknown name is saved as a product (spec §5). */
  productId: v.optional(idText),
  productName: v.optional(text(255)),
  description: v.optional(text(255)),
  quantity: quantityNumber,
  taxType: v.optional(v.picklist(TAX_TYPES)),
  unitPrice: v.optional(tshField),
  discount: v.optional(percentField),
})
export type ApiItemInput = v.InferOutput<typeof itemInput>

/** What a program writes of an invoice. */
export const invoiceWriteEntries = {
  saleAt: v.optional(v.pipe(momentField, v.description('moment of the sale, ISO 8601; now when left out'))),
  reference: v.optional(text(100)),
  amountType: v.optional(v.picklist(['INCLUSIVE', 'EXCLUSIVE'])),
  customerId: v.optional(idText),
  customer: v.optional(v.strictObject(customerInputEntries)),
  items: v.pipe(v.array(itemInput), v.minLength(1), v.maxLength(200)),
  payments: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          type: v.picklist(PAYMENT_TYPES),
          amount: tshField,
          reference: v.optional(text(60)),
        }),
      ),
      v.maxLength(20),
    ),
  ),
  note: v.optional(text(500)),
}

const creditNoteSchema = v.object({
  id: idText,
  number: v.number(),
  day: dayText,
  reason: v.string(),
  paidBy: v.picklist(PAYMENT_TYPES),
  total: tsh,
  items: v.array(v.object({ itemId: idText, quantity: v.number(), amount: tsh })),
})

export const apiReceiptSchema = v.object({
  rctvnum: v.string(),
  gc: v.number(),
  dc: v.number(),
  znum: v.string(),
  issuedDay: dayText,
  issuedTime: v.string(),
  /** The text of the QR code. */
  verifyUrl: v.string(),
  delivery: v.picklist(DELIVERY_STATES),
  serial: v.string(),
  uin: v.string(),
  taxOffice: v.string(),
  environment: v.picklist(FISCAL_ENVIRONMENTS),
})

export const apiInvoiceSchema = v.object({
  id: idText,
  rev: v.number(),
  status: v.picklist(INVOICE_STATUSES),
  externalReference: v.nullable(v.string()),
  reference: v.string(),
  accountingNumber: v.pipe(v.string(), v.description('its number in Xero or QuickBooks; empty when none')),
  saleAt: momentText,
  operatorName: v.string(),
  origin: v.string(),
  amountType: v.picklist(['INCLUSIVE', 'EXCLUSIVE']),
  customer: v.object({
    customerId: v.nullable(idText),
    name: v.string(),
    identificationType: v.picklist(IDENTIFICATION_TYPES),
    identificationNumber: v.string(),
    phone: v.string(),
    email: v.string(),
    vatRegistrationNumber: v.string(),
  }),
  items: v.array(
    v.object({
      id: idText,
      productId: v.nullable(idText),
      description: v.string(),
      quantity: v.number(),
      taxType: v.picklist(TAX_TYPES),
      taxRate: v.number(),
      unitPrice: tsh,
      discount: v.number(),
      amount: v.pipe(v.number(), v.description('Tsh, after the discount, with VAT')),
      netAmount: v.pipe(v.number(), v.description('Tsh, after the discount, without VAT')),
    }),
  ),
  payments: v.array(v.object({ type: v.picklist(PAYMENT_TYPES), amount: tsh, reference: v.string() })),
  note: v.string(),
  totals: v.object({
    subTotal: tsh,
    totalDiscount: tsh,
    totalExcludingTax: tsh,
    totalVat: tsh,
    totalIncludingTax: tsh,
    perLetter: v.array(
      v.object({ letter: v.picklist(TAX_LETTERS), rate: v.number(), net: tsh, tax: tsh, gross: tsh }),
    ),
  }),
  receipt: v.nullable(apiReceiptSchema),
  cancellation: v.nullable(v.object({ at: momentText, by: v.string(), reason: v.string() })),
  creditNotes: v.array(creditNoteSchema),
  /** What the authority did not accept, or null. */
  attention: v.nullable(v.object({ code: v.string(), message: v.string() })),
  /** The page of the receipt for the buyer. */
  publicUrl: v.nullable(v.string()),
})
export type ApiInvoice = v.InferOutput<typeof apiInvoiceSchema>
