import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { OperationType } from '#contract/operations.ts'
import { newExpense } from '../../support/expense-input.ts'
import { aSale, invoiceInput } from '../../support/test-backend.ts'
import { newVendor, vendorFields } from '../../support/vendor-input.ts'
import type { Tenant } from './cast.ts'

/** What a phone could try with a record of another company, by operation: the id is foreign or unknown. */
export const FOREIGN_OPERATIONS: {
  readonly [Type in OperationType]: (own: Tenant, other: Tenant) => readonly ForeignOperation[]
} = {
  'invoice.save': (own, other) => [
    // Under an id that another company uses, a new invoice of the own company is created; neither company
    // learns of the other.
    {
      what: 'invoice id',
      foreign: other.draftId,
      body: (id) => aWrittenInvoice(own, { invoiceId: id }),
      ends: 'done',
    },
    {
      what: 'product id',
      foreign: other.productId,
      body: (id) => aWrittenInvoice(own, { productId: id }),
      ends: 'done',
    },
    {
      what: 'customer id',
      foreign: other.customerId,
      body: (id) => aWrittenInvoice(own, { customerId: id }),
      ends: 'done',
    },
  ],
  'invoice.submit': (own, other) => [
    {
      what: 'product id',
      foreign: other.productId,
      body: (id) => aWrittenInvoice(own, { productId: id }),
      ends: 'INVOICE_PRODUCT_UNKNOWN',
    },
    {
      what: 'customer id',
      foreign: other.customerId,
      body: (id) => aWrittenInvoice(own, { customerId: id }),
      ends: 'INVOICE_CUSTOMER_UNKNOWN',
    },
  ],
  'invoice.cancel': (_, other) => [
    {
      what: 'invoice id',
      foreign: other.invoiceId,
      body: (id) => ({ invoiceId: id, reason: 'Imekosewa' }),
      ends: 'INVOICE_NOT_FOUND',
    },
  ],
  'invoice.repair': (_, other) => [
    {
      what: 'invoice id',
      foreign: other.invoiceId,
      body: (id) => ({ invoiceId: id }),
      ends: 'INVOICE_NOT_FOUND',
    },
  ],
  'invoice.credit': (_, other) => [
    {
      what: 'invoice id',
      foreign: other.invoiceId,
      body: (id) => ({
        invoiceId: id,
        creditNoteId: randomUUID(),
        lines: [{ lineId: randomUUID(), quantity: 1000 }],
        reason: 'Imerudishwa',
        paidBy: 'cash',
        total: 100,
      }),
      ends: 'INVOICE_NOT_FOUND',
    },
  ],
  'invoice.email': (_, other) => [
    {
      what: 'invoice id',
      foreign: other.invoiceId,
      body: (id) => ({ invoiceId: id, mailId: randomUUID(), to: 'mteja@example.test', language: 'sw' }),
      ends: 'INVOICE_NOT_FOUND',
    },
  ],
  'receipt.return': (own, other) => [
    {
      what: 'company id',
      foreign: other.company.id,
      body: (id) => ({ invoice: { ...own.invoice, companyId: id } }),
      ends: 'OPERATION_INVALID',
    },
  ],
  'receipt.return-end': (_, other) => [
    {
      what: 'epoch of a restore',
      foreign: other.restoreEpoch,
      body: (id) => ({ epoch: id, receipts: 3 }),
      ends: 'done',
    },
  ],
  'customer.save': (_, other) => [
    {
      what: 'customer id of an edit',
      foreign: other.customerId,
      body: (id) => aCustomer(id, true),
      ends: 'CUSTOMER_NOT_FOUND',
    },
    { what: 'customer id', foreign: other.customerId, body: (id) => aCustomer(id, false), ends: 'done' },
  ],
  'customer.import': (_, other) => [
    {
      what: 'customer id of a row',
      foreign: other.customerId,
      body: (id) => ({ rows: [aCustomer(id, false)] }),
      ends: 'done',
    },
  ],
  'product.import': (_, other) => [
    {
      what: 'product id of a row',
      foreign: other.productId,
      body: (id) => ({ rows: [aProductBody(id, false)] }),
      ends: 'done',
    },
  ],
  'customer.merge': (own, other) => [
    {
      what: 'customer id',
      foreign: other.customerId,
      body: (id) => ({ customerId: id, intoId: own.customerId }),
      ends: 'CUSTOMER_NOT_FOUND',
    },
    {
      what: 'customer id of the one that stays',
      foreign: other.customerId,
      body: (id) => ({ customerId: own.customerId, intoId: id }),
      ends: 'CUSTOMER_NOT_FOUND',
    },
  ],
  'customer.delete': (_, other) => [
    {
      what: 'customer id',
      foreign: other.customerId,
      body: (id) => ({ customerId: id }),
      ends: 'CUSTOMER_NOT_FOUND',
    },
  ],
  'product.delete': (_, other) => [
    {
      what: 'product id',
      foreign: other.productId,
      body: (id) => ({ productId: id }),
      ends: 'PRODUCT_NOT_FOUND',
    },
  ],
  'product.save': (_, other) => [
    {
      what: 'product id of an edit',
      foreign: other.productId,
      body: (id) => aProductBody(id, true),
      ends: 'PRODUCT_NOT_FOUND',
    },
    { what: 'product id', foreign: other.productId, body: (id) => aProductBody(id, false), ends: 'done' },
  ],
  'vendor.save': (_, other) => [
    {
      what: 'vendor id of an edit',
      foreign: other.vendorId,
      body: (id) => ({ ...newVendor(id), baseRev: 1, base: vendorFields() }),
      ends: 'VENDOR_NOT_FOUND',
    },
    { what: 'vendor id', foreign: other.vendorId, body: (id) => newVendor(id), ends: 'done' },
    {
      what: 'vendor it is merged into',
      foreign: other.vendorId,
      body: (id) => newVendor(randomUUID(), { active: false, mergedInto: id }),
      ends: 'done',
    },
  ],
  'category.save': (_, other) => [
    {
      what: 'category id of an edit',
      foreign: other.categoryId,
      body: (id) => aCategory(id, true),
      ends: 'CATEGORY_NOT_FOUND',
    },
    {
      what: 'category id',
      foreign: other.categoryId,
      body: (id) => aCategory(id, false),
      ends: 'CATEGORY_CODE_REGISTERED',
    },
  ],
  'collection.save': (_, other) => [
    {
      what: 'invoice id',
      foreign: other.invoiceId,
      body: (id) => ({
        collectionId: randomUUID(),
        invoiceId: id,
        fields: { day: '2026-11-21', type: 'cash', amount: 100, reference: '' },
        at: '2026-11-21T09:00:00.000Z',
      }),
      ends: 'INVOICE_NOT_FOUND',
    },
  ],
  'collection.cancel': (_, other) => [
    {
      what: 'id of a record',
      foreign: other.invoiceId,
      body: (id) => ({ collectionId: id }),
      ends: 'COLLECTION_NOT_FOUND',
    },
  ],
  'stock.add': (_, other) => [
    {
      what: 'product id of a movement',
      foreign: other.productId,
      body: (id) => ({
        ...{ movementId: randomUUID(), productId: id, reason: 'received', quantity: 1_000 },
        at: '2026-11-21T18:00:00.000Z',
      }),
      ends: 'PRODUCT_NOT_FOUND',
    },
  ],
  'drawer.count': (_, other) => [
    {
      // A name for the audit trail of the own company; it leads to no record.
      what: 'id of a count',
      foreign: other.invoiceId,
      body: (id) => ({
        ...{ id, day: '2026-11-21', operator: 'Asha', at: '2026-11-21T18:00:00.000Z' },
        ...{ opening: 0, expected: 0, counted: 0 },
      }),
      ends: 'done',
    },
  ],
  'insight.answer': (_, other) => [
    {
      // Kept for the person who answers; it leads to no record.
      what: 'id of a finding',
      foreign: other.invoiceId,
      body: (id) => ({
        ...{ findingId: `customer-stopped:${id}:2026-11`, rule: 'customer-stopped', answer: 'done' },
        at: '2026-11-21T18:00:00.000Z',
      }),
      ends: 'done',
    },
  ],
  'expense.save': (_, other) => [
    {
      what: 'expense id of an edit',
      foreign: other.expenseId,
      body: (id) => anExpense(id, true),
      ends: 'EXPENSE_NOT_FOUND',
    },
    { what: 'expense id', foreign: other.expenseId, body: (id) => anExpense(id, false), ends: 'done' },
  ],
  'expense.keep-file': (own, other) => [
    {
      // The own company does not have that file, even if another one does.
      what: 'hash of a file',
      foreign: other.file,
      body: (id) => ({ expenseId: own.expenseId, sha256: id.replaceAll('-', '').padEnd(64, '0') }),
      ends: 'retry',
    },
  ],
}

export type ForeignOperation = {
  readonly what: string
  readonly foreign: string
  readonly body: (id: string) => object
  /** How it ends for both ids. */
  readonly ends: 'done' | 'retry' | ErrorCode
}

function aProductBody(productId: string, edit: boolean): object {
  const fields = { name: 'Maharage', unit: 'kg', unitPrice: 250_000, taxType: 'standard', active: true }
  return { productId, baseRev: edit ? 1 : 0, base: edit ? fields : null, fields }
}

function aCategory(categoryId: string, edit: boolean): object {
  // A code of the own company, as it has one already: a second one of its own would end otherwise than the first.
  const fields = { name: 'Ulinzi', code: 'GUARD', description: '', active: true }
  return { categoryId, baseRev: edit ? 1 : 0, base: edit ? fields : null, fields }
}

function anExpense(expenseId: string, edit: boolean): object {
  const made = newExpense(expenseId)
  return { ...made, baseRev: edit ? 1 : 0, base: edit ? made.fields : null }
}

function aCustomer(customerId: string, edit: boolean): object {
  const fields = {
    name: 'Juma',
    identificationType: 'NO_IDENTIFICATION',
    identificationNumber: '',
    phone: '',
    email: '',
    vatRegistrationNumber: '',
    active: true,
  }
  return { customerId, baseRev: edit ? 1 : 0, base: edit ? fields : null, fields }
}

function aWrittenInvoice(
  own: Tenant,
  ids: { invoiceId?: string; productId?: string; customerId?: string },
): object {
  const sale = aSale(ids.productId ?? own.productId)
  const customer = { ...sale.customer, customerId: ids.customerId ?? null }
  return invoiceInput({ ...sale, customer }, { invoiceId: ids.invoiceId ?? randomUUID() })
}
