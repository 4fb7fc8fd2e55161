import * as v from 'valibot'
import { expect, test } from 'vitest'
import { refusedFields } from '#contract/fields/refused-fields.ts'
import { operationBodies } from '#contract/operations.ts'

function refusalsOf(
  type: 'customer.save' | 'product.save' | 'expense.save' | 'invoice.submit',
  body: unknown,
) {
  const read = v.safeParse(operationBodies[type][1], body)
  return read.success ? [] : refusedFields(read.issues)
}

const CUSTOMER = {
  name: 'Mama Neema',
  identificationType: 'NO_IDENTIFICATION',
  identificationNumber: '',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
  active: true,
}
const ID = '01935000-0000-7000-8000-000000000001'

function customer(change: object) {
  return { customerId: ID, baseRev: 0, base: null, fields: { ...CUSTOMER, ...change } }
}

test('what an older app wrote longer than today is refused at the field that the form knows, under its own code', () => {
  expect(refusalsOf('customer.save', customer({ name: 'M'.repeat(101) }))).toEqual([
    { path: 'name', code: 'CUSTOMER_NAME_TOO_LONG' },
  ])
  expect(refusalsOf('customer.save', customer({ identificationType: 'LIBRARY_CARD' }))).toEqual([
    { path: 'identificationType', code: 'CUSTOMER_ID_TYPE_REQUIRED' },
  ])
  const product = { name: 'Sukari', unit: 'u'.repeat(21), unitPrice: -1, taxType: 'luxury', active: true }
  const body = { productId: ID, baseRev: 0, base: null, fields: product }
  expect(refusalsOf('product.save', body)).toEqual([
    { path: 'unit', code: 'PRODUCT_UNIT_TOO_LONG' },
    { path: 'unitPrice', code: 'PRODUCT_PRICE_INVALID' },
    { path: 'taxType', code: 'PRODUCT_TAX_TYPE_REQUIRED' },
  ])
})

test('an hour that is missing is another refusal than one that no clock shows', () => {
  const at = (time: string) => refusalsOf('expense.save', { fields: { time } })
  expect(at('')).toContainEqual({ path: 'time', code: 'EXPENSE_TIME_REQUIRED' })
  expect(at('nane')).toContainEqual({ path: 'time', code: 'EXPENSE_TIME_INVALID' })
})

test('an error without a rule of its own is reported as unreadable, still at its field', () => {
  expect(refusalsOf('customer.save', customer({ active: 'yes' }))).toEqual([
    { path: 'active', code: 'OPERATION_INVALID' },
  ])
  const lines = [{ quantity: 0, note: 7 }]
  const found = refusalsOf('invoice.submit', { content: { lines } })
  expect(found).toContainEqual({ path: 'lines.0.quantity', code: 'INVOICE_LINE_QUANTITY_REQUIRED' })
  expect(found).toContainEqual({ path: 'lines.0.note', code: 'OPERATION_INVALID' })
})
