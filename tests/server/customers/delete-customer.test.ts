import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aSale,
  createShop,
  invoiceInput,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let other: Phone

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  other = await signInPhone(backend.server, shop.companyId)
})
afterAll(async () => {
  await backend.close()
})

const FIELDS = {
  name: 'Shule Mfano',
  identificationType: 'PASSPORT',
  identificationNumber: 'AB123456',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
  active: true,
}

async function createCustomer(overrides: object = {}): Promise<string> {
  const customerId = randomUUID()
  const fields = { ...FIELDS, ...overrides }
  await shop.phone.pushOne('customer.save', { customerId, baseRev: 0, base: null, fields })
  return customerId
}

function sale(customerId: string) {
  const content = aSale(shop.productId)
  const customer = { ...content.customer, customerId, name: 'Shule Mfano' }
  return invoiceInput({ ...content, customer })
}

test('a deleted customer leaves the feed of every phone, frees its number, and is deleted once (double send)', async () => {
  const customerId = await createCustomer()
  const operation = shop.phone.operation('customer.delete', { customerId })
  const [first] = await shop.phone.push(operation)
  const [again] = await shop.phone.push(operation)
  expect(first).toMatchObject({ state: 'done', change: { t: 'customer', id: customerId, op: 'delete' } })
  expect(again).toEqual(first)
  expect(await other.pushOne('customer.delete', { customerId })).toMatchObject({ state: 'done' })
  const { changes } = await other.pull()
  expect(changes).toContainEqual(expect.objectContaining({ id: customerId, op: 'delete', row: null }))
  const twin = await createCustomer({ name: 'Mwingine' })
  expect(twin).not.toBe(customerId)
  expect((await other.pull()).changes).toContainEqual(expect.objectContaining({ id: twin, op: 'put' }))
})

test('a customer with a receipt is not deleted (spec §8 delete error)', async () => {
  const customerId = await createCustomer({ identificationNumber: 'AB123457' })
  expect(await shop.phone.pushOne('invoice.submit', sale(customerId))).toMatchObject({ state: 'done' })
  expect(await other.pushOne('customer.delete', { customerId })).toMatchObject({
    state: 'refused',
    code: 'CUSTOMER_HAS_INVOICES',
  })
})

test('a sale made without a line to a customer deleted meanwhile is numbered, and an edit brings the customer back', async () => {
  const customerId = await createCustomer({ identificationNumber: 'AB123458' })
  await shop.phone.pushOne('customer.delete', { customerId })
  expect(await other.pushOne('invoice.submit', sale(customerId))).toMatchObject({ state: 'done' })
  const base = { ...FIELDS, identificationNumber: 'AB123458' }
  const fields = { ...base, name: 'Shule Mpya' }
  expect(await other.pushOne('customer.save', { customerId, baseRev: 1, base, fields })).toMatchObject({
    state: 'done',
    change: { op: 'put', row: { name: 'Shule Mpya' } },
  })
})

test('a product that was sold is not deleted; one that was not is', async () => {
  expect(await shop.phone.pushOne('product.delete', { productId: shop.productId })).toMatchObject({
    code: 'PRODUCT_HAS_SALES',
  })
  const productId = randomUUID()
  const fields = { name: 'Chumvi', unit: '', unitPrice: 50_000, taxType: 'standard', active: true }
  await shop.phone.pushOne('product.save', { productId, baseRev: 0, base: null, fields })
  expect(await shop.phone.pushOne('product.delete', { productId })).toMatchObject({
    state: 'done',
    change: { op: 'delete' },
  })
})
