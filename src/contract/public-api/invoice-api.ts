import * as v from 'valibot'
import { INVOICE_REFUSALS } from '#domain/invoices/check-invoice.ts'
import { CREDIT_NOTE_REFUSALS } from '#domain/invoices/credit-note.ts'
import { INVOICE_STATUSES, PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { MAIL_REFUSALS } from '#domain/invoices/invoice-mail.ts'
import type { ErrorCode } from '../error-codes.ts'
import { dayText, idText, pageEntries, pageOf, quantityNumber, text } from './fields.ts'
import { apiInvoiceSchema, apiReceiptSchema, invoiceWriteEntries } from './invoices.ts'
import { EXAMPLE_ID, publicEndpoint } from './public-endpoint.ts'

const INVOICES = '/v1/accounting/public/invoices'

/** What a write may meet: rules of the sale, and what the authority or the company's device does not allow now. */
const WRITE_CODES = [
  'KEY_SCOPE_MISSING',
  'COMPANY_BLOCKED_BY_TRA',
  'INVOICE_PRODUCT_UNKNOWN',
  'INVOICE_CUSTOMER_UNKNOWN',
  'INVOICE_RATE_UNKNOWN',
  'INVOICE_CHANGED_ELSEWHERE',
  'INVOICE_SUBMITTED_DIFFERENTLY',
  'INVOICE_ALREADY_CANCELED',
  'FISCAL_IDENTITY_MISSING',
  'FISCAL_NUMBERING_HELD',
  'TRA_REGISTRATION_ENDED',
  'CLOCK_BEHIND_LAST_RECEIPT',
  ...INVOICE_REFUSALS,
] as const satisfies readonly ErrorCode[]

const found = { id: idText }

/** Invoices: drafts, submission to the authority, cancellation, refunds and receipts. */
export const invoiceApi = {
  'invoices.list': publicEndpoint({
    method: 'GET',
    path: INVOICES,
    scope: 'invoices:read',
    summary: 'Invoices, those that changed longest ago first.',
    input: v.strictObject({
      ...pageEntries,
      status: v.optional(v.picklist(INVOICE_STATUSES)),
      from: v.optional(dayText),
      to: v.optional(dayText),
      customerId: v.optional(idText),
      externalReference: v.optional(text(100)),
    }),
    sample: { limit: '10', status: 'submitted' },
    output: pageOf(apiInvoiceSchema),
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING'],
  }),
  'invoices.create': publicEndpoint({
    method: 'POST',
    path: INVOICES,
    scope: 'invoices:write',
    summary: 'Saves a draft (201), or with submit submits it at once (202): number and code are final then.',
    input: v.strictObject({
      externalReference: v.optional(v.pipe(text(100), v.minLength(1))),
      submit: v.optional(v.boolean()),
      ...invoiceWriteEntries,
    }),
    sample: {
      externalReference: 'order-1001',
      submit: true,
      items: [{ productName: 'Sukari 1 kg', quantity: 2, unitPrice: 3000, taxType: 'standard' }],
      payments: [{ type: 'cash', amount: 6000 }],
    },
    output: apiInvoiceSchema,
    statuses: [201, 202],
    refusals: [...WRITE_CODES, 'INVOICE_REFERENCE_EXISTS', 'PRODUCT_NAME_REQUIRED', 'PRODUCT_PRICE_INVALID'],
  }),
  'invoices.get': publicEndpoint({
    method: 'GET',
    path: `${INVOICES}/:id`,
    scope: 'invoices:read',
    summary: 'One invoice.',
    input: v.strictObject(found),
    output: apiInvoiceSchema,
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING', 'NOT_FOUND'],
  }),
  'invoices.update': publicEndpoint({
    method: 'POST',
    path: `${INVOICES}/:id`,
    scope: 'invoices:write',
    summary: 'Replaces a draft. With rev it is refused when the draft changed since.',
    input: v.strictObject({
      ...found,
      rev: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      ...invoiceWriteEntries,
    }),
    sample: {
      items: [{ productName: 'Sukari 1 kg', quantity: 3, unitPrice: 3000 }],
      payments: [{ type: 'cash', amount: 9000 }],
    },
    output: apiInvoiceSchema,
    statuses: [200],
    refusals: [
      ...WRITE_CODES,
      ...(['NOT_FOUND', 'INVOICE_NOT_DRAFT', 'PRODUCT_NAME_REQUIRED', 'PRODUCT_PRICE_INVALID'] as const),
    ],
  }),
  'invoices.submit': publicEndpoint({
    method: 'POST',
    path: `${INVOICES}/:id/submit`,
    scope: 'invoices:write',
    summary:
      'Submits a draft: the sale is now, at the rates of today, unless the draft was given a saleAt. One that was submitted already is answered as it is, without another number.',
    input: v.strictObject(found),
    sample: {},
    output: apiInvoiceSchema,
    statuses: [200, 202],
    refusals: [...WRITE_CODES, 'NOT_FOUND'],
  }),
  'invoices.cancel': publicEndpoint({
    method: 'POST',
    path: `${INVOICES}/:id/cancel`,
    scope: 'invoices:write',
    summary: 'Cancels an invoice in the books. The authority keeps the number: contact its office.',
    input: v.strictObject({ ...found, reason: text(255) }),
    sample: { reason: 'Typing mistake' },
    output: apiInvoiceSchema,
    statuses: [200],
    refusals: [
      ...(['KEY_SCOPE_MISSING', 'NOT_FOUND', 'INVOICE_ALREADY_CANCELED'] as const),
      ...(['INVOICE_CANCEL_REASON_REQUIRED', 'INVOICE_HAS_CREDIT_NOTES', 'INVOICE_HAS_COLLECTIONS'] as const),
    ],
  }),
  'invoices.credit': publicEndpoint({
    method: 'POST',
    path: `${INVOICES}/:id/credit-notes`,
    scope: 'invoices:write',
    summary: 'Refunds goods of a submitted invoice with a credit note in the books of the company.',
    input: v.strictObject({
      ...found,
      items: v.pipe(
        v.array(v.strictObject({ itemId: idText, quantity: quantityNumber })),
        v.minLength(1),
        v.maxLength(200),
      ),
      reason: text(255),
      paidBy: v.picklist(PAYMENT_TYPES),
    }),
    sample: {
      items: [{ itemId: EXAMPLE_ID, quantity: 1 }],
      reason: 'Customer returned it',
      paidBy: 'cash',
    },
    output: apiInvoiceSchema,
    statuses: [201],
    refusals: [
      ...(['KEY_SCOPE_MISSING', 'FISCAL_NUMBERING_HELD', 'NOT_FOUND'] as const),
      ...CREDIT_NOTE_REFUSALS,
    ],
  }),
  'invoices.email': publicEndpoint({
    method: 'POST',
    path: `${INVOICES}/:id/email`,
    scope: 'invoices:write',
    summary: 'Emails the receipt of a submitted invoice, in Swahili unless said otherwise.',
    input: v.strictObject({ ...found, to: text(254), language: v.optional(v.picklist(['en', 'sw'])) }),
    sample: { to: 'customer@example.com', language: 'en' },
    output: apiInvoiceSchema,
    statuses: [202],
    refusals: ['KEY_SCOPE_MISSING', 'NOT_FOUND', ...MAIL_REFUSALS],
  }),
  'invoices.receipt': publicEndpoint({
    method: 'GET',
    path: `${INVOICES}/:id/receipt`,
    scope: 'invoices:read',
    summary: 'The fiscal receipt of a submitted invoice, with its seller and the page for the buyer.',
    input: v.strictObject(found),
    output: v.object({
      ...apiReceiptSchema.entries,
      invoiceId: idText,
      seller: v.object({ name: v.string(), tin: v.string(), vrn: v.string(), address: v.string() }),
      publicUrl: v.nullable(v.string()),
    }),
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING', 'NOT_FOUND'],
  }),
  'invoices.receipt-pdf': publicEndpoint({
    method: 'GET',
    path: `${INVOICES}/:id/receipt.pdf`,
    scope: 'invoices:read',
    summary: 'The receipt as a PDF of one A4 page or more.',
    input: v.strictObject({ ...found, language: v.optional(v.picklist(['en', 'sw'])) }),
    sample: { language: 'en' },
    output: null,
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING', 'NOT_FOUND'],
  }),
}
