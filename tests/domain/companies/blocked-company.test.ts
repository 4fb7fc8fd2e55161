import { expect, it } from 'vitest'
import { OPERATION_TYPES, type OperationType } from '#contract/operations.ts'
import { isHeldWhileBlocked } from '#domain/companies/blocked-company.ts'

/** Every operation there is: a new one does not compile until it says on which side it belongs. */
const HELD: Record<OperationType, boolean> = {
  'invoice.save': true,
  'invoice.submit': true,
  'invoice.cancel': false,
  'invoice.repair': true,
  'invoice.credit': false,
  'invoice.email': false,
  'receipt.return': false,
  'receipt.return-end': false,
  'customer.save': false,
  'customer.delete': false,
  'product.save': false,
  'product.delete': false,
  'expense.save': false,
  'expense.keep-file': false,
  'vendor.save': false,
  'category.save': false,
  'collection.save': false,
  'collection.cancel': false,
  'drawer.count': false,
  'insight.answer': false,
  'stock.add': false,
  'customer.import': false,
  'customer.merge': false,
  'product.import': false,
}

it.each(OPERATION_TYPES)(
  '%s waits while TRA blocks the company only if it saves or sends an invoice (spec §4; tanzania-facts §11, row 29)',
  (type) => {
    expect(isHeldWhileBlocked(type)).toBe(HELD[type])
  },
)
