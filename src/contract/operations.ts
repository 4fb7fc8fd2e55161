import * as v from 'valibot'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { categoryFieldsSchema } from './categories.ts'
import { collectionFieldsSchema } from './collections.ts'
import { customerFieldsSchema } from './customers.ts'
import { drawerCountSchema } from './drawer-counts.ts'
import { expenseFieldsSchema } from './expenses.ts'
import { amountField } from './fields/amounts.ts'
import { instantField } from './fields/moments.ts'
import { idField, publicReceiptTokenField, sha256Field, textField } from './fields/texts.ts'
import { insightAnswerSchema } from './insight-answers.ts'
import {
  creditRequestLineSchema,
  invoiceContentSchema,
  invoiceSchema,
  invoiceTotalsSchema,
} from './invoices.ts'
import { approvalField } from './operator-rights.ts'
import { productFieldsSchema } from './products.ts'
import { stockMovementSchema } from './stock.ts'
import { vendorFieldsSchema } from './vendors.ts'

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Every save and submission contains the whole invoice, so that the server can validate each operation by itself. */
const invoiceWriteEntries = {
  invoiceId: idField,
  /** Revision the person saw; 0 for an invoice made on this phone. */
  baseRev: revision,
  saleAt: instantField,
  content: invoiceContentSchema,
  /** As shown to the person; the server recomputes and refuses a difference. */
  totals: invoiceTotalsSchema,
  /** Made on the phone at the first save, so that the link to the invoice's public page is valid from then on. */
  slipToken: v.exactOptional(publicReceiptTokenField),
}

/**
 * When the person did it, by the phone's corrected clock; absent from older apps and from doors, which are online. The
 * server keeps it between the sale or payment and its own time.
 */
const returnedAt = v.exactOptional(instantField)

const customerWriteEntries = {
  customerId: idField,
  baseRev: revision,
  /** The fields as the person saw them, for a merge field by field; `null` when new. */
  base: v.nullable(customerFieldsSchema),
  fields: customerFieldsSchema,
}

const productWriteEntries = {
  productId: idField,
  baseRev: revision,
  base: v.nullable(productFieldsSchema),
  fields: productFieldsSchema,
}

/** Rows of a file in one operation. */
export const MAX_IMPORTED_ROWS = 100
const importedRows = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({
    rows: v.pipe(v.array(v.object(entries)), v.minLength(1), v.maxLength(MAX_IMPORTED_ROWS)),
  })

/**
 * Body of each operation a phone can queue, by type and version. A queued body is frozen text; a released version is
 * accepted for 400 days.
 */
export const operationBodies = {
  'invoice.save': {
    1: v.object({
      ...invoiceWriteEntries,
      /** A program named the sale time: it stays when the draft is submitted. Phones do not say it. */
      saleAtGiven: v.exactOptional(v.literal(true)),
    }),
  },
  'invoice.submit': { 1: v.object({ ...invoiceWriteEntries, approval: approvalField }) },
  'invoice.cancel': {
    1: v.object({
      invoiceId: idField,
      reason: textField(255),
      approval: approvalField,
      at: returnedAt,
    }),
  },
  /** Re-signs a receipt that the authority refused for its form: same numbers, times and amounts. */
  'invoice.repair': { 1: v.object({ invoiceId: idField }) },
  /** Refunds goods of a numbered invoice. The server recomputes the total and refuses a difference. */
  'invoice.credit': {
    1: v.object({
      invoiceId: idField,
      creditNoteId: idField,
      lines: v.pipe(v.array(creditRequestLineSchema), v.maxLength(200)),
      reason: textField(255),
      paidBy: v.picklist(PAYMENT_TYPES),
      /** As shown to the person. */
      total: amountField,
      approval: approvalField,
      at: returnedAt,
    }),
  },
  /** Mails an invoice; `mailId` is the same in every retry, so that one request is one mail. */
  'invoice.email': {
    1: v.object({
      invoiceId: idField,
      mailId: idField,
      to: textField(254, 'MAIL_ADDRESS_INVALID'),
      language: v.picklist(['en', 'sw']),
    }),
  },
  /** A numbered invoice as this phone knows it, which a server restored from a backup may have lost. */
  'receipt.return': { 1: v.object({ invoice: invoiceSchema }) },
  /** This phone has nothing more to return than what it pushed before this, under the same ordering key. */
  'receipt.return-end': {
    1: v.object({
      /** Epoch of the server it was returned to. */
      epoch: idField,
      receipts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    }),
  },
  /** Merges two records of one customer. */
  'customer.merge': {
    1: v.object({
      /** Leaves the list; what names it means `intoId` from then on. */
      customerId: idField,
      intoId: idField,
    }),
  },
  /** Takes a customer without an invoice off the list. */
  'customer.delete': { 1: v.object({ customerId: idField }) },
  /** Takes a product that was never sold off the list. */
  'product.delete': { 1: v.object({ productId: idField }) },
  /** A change of the stock of a product by hand; sales change it by themselves. */
  'stock.add': { 1: stockMovementSchema },
  'customer.save': { 1: v.object(customerWriteEntries) },
  /** Rows of a file, each as `customer.save` would write it; a refused one does not stop the others. */
  'customer.import': { 1: importedRows(customerWriteEntries) },
  'product.save': { 1: v.object(productWriteEntries) },
  'product.import': { 1: importedRows(productWriteEntries) },
  'vendor.save': {
    1: v.object({
      vendorId: idField,
      baseRev: revision,
      base: v.nullable(vendorFieldsSchema),
      fields: vendorFieldsSchema,
      /** A restored server lost it, in this form: it is not judged by settings that may be older than the vendor. */
      returned: v.exactOptional(v.literal(true)),
    }),
  },
  /** Writes a category of expenses; a default one is written under the id that its company and code give. */
  'category.save': {
    1: v.object({
      categoryId: idField,
      baseRev: revision,
      base: v.nullable(categoryFieldsSchema),
      fields: categoryFieldsSchema,
    }),
  },
  /** Money received for an invoice that was sold on credit. Never edited: the same id again is the same money. */
  'collection.save': {
    1: v.object({
      collectionId: idField,
      invoiceId: idField,
      fields: collectionFieldsSchema,
      at: instantField,
      /** Of a payment that a restored server lost: who recorded it, and whether and when it was canceled since. */
      returned: v.exactOptional(
        v.object({
          byId: v.exactOptional(idField),
          canceled: v.boolean(),
          canceledAt: v.exactOptional(instantField),
        }),
      ),
    }),
  },
  'collection.cancel': { 1: v.object({ collectionId: idField, at: returnedAt }) },
  /** The cash of one operator was counted at the end of a day. */
  'drawer.count': { 1: drawerCountSchema },
  /** What a person said about a finding of the insights. */
  'insight.answer': { 1: insightAnswerSchema },
  /** Writes an expense: new, edited, marked as processed or canceled, all by its fields. */
  'expense.save': {
    1: v.object({
      expenseId: idField,
      baseRev: revision,
      base: v.nullable(expenseFieldsSchema),
      fields: expenseFieldsSchema,
      createdAt: instantField,
      /** Of an expense that a restored server lost, in this form: who recorded it. */
      returned: v.exactOptional(v.object({ byId: idField })),
    }),
  },
  /**
   * Reports that the content of a file of an expense was sent completely; done once the server has it and its hash is
   * right.
   */
  'expense.keep-file': { 1: v.object({ expenseId: idField, sha256: sha256Field }) },
} as const

export type OperationType = keyof typeof operationBodies
export const OPERATION_TYPES = Object.keys(operationBodies) as OperationType[]

/** The current version of every operation, the one new entries are written with. */
export const OPERATION_VERSION = 1

export type OperationBody<T extends OperationType> = v.InferOutput<(typeof operationBodies)[T][1]>
