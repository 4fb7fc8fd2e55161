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
  identificationType: 'NO_IDENTIFICATION',
  identificationNumber: '',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
  active: true,
}

async function createCustomer(change: object): Promise<string> {
  const customerId = randomUUID()
  const fields = { ...FIELDS, ...change }
  await shop.phone.pushOne('customer.save', { customerId, baseRev: 0, base: null, fields })
  return customerId
}

function sale(customerId: string) {
  const content = aSale(shop.productId)
  return invoiceInput({ ...content, customer: { ...content.customer, customerId, name: 'Shule Mfano' } })
}

test('the one that stays gets what it lacks, the other leaves the feed, and its receipts stay as they are', async () => {
  const keptId = await createCustomer({ phone: '+255700000101' })
  const mergedId = await createCustomer({
    name: 'Shule ya Mfano',
    identificationType: 'PASSPORT',
    identificationNumber: 'AB123456',
    phone: '+255700000102',
  })
  const sold = sale(mergedId)
  const submitted = await shop.phone.pushOne('invoice.submit', sold)
  const operation = shop.phone.operation('customer.merge', { customerId: mergedId, intoId: keptId })
  const [first] = await shop.phone.push(operation)
  const [again] = await shop.phone.push(operation)
  expect(first).toMatchObject({
    state: 'done',
    alias: { from: mergedId, to: keptId },
    change: {
      row: {
        id: keptId,
        name: 'Shule Mfano',
        identificationNumber: 'AB123456',
        phone: '+255700000101',
        mergedIds: [mergedId],
      },
    },
  })
  expect(again).toEqual(first)
  const { changes } = await other.pull()
  expect(changes).toContainEqual(expect.objectContaining({ t: 'customer', id: mergedId, op: 'delete' }))
  if (submitted.state !== 'done') throw new Error('the sale was not numbered')
  expect(submitted.change).toMatchObject({ row: { customer: { customerId: mergedId } } })
  expect(changes).toContainEqual(submitted.change)
  // A phone that has not heard of it still sells to the merged one, and edits it.
  expect(await other.pushOne('invoice.submit', sale(mergedId))).toMatchObject({
    state: 'done',
    change: { row: { customer: { customerId: keptId } } },
  })
  const edit = {
    customerId: mergedId,
    baseRev: 1,
    base: FIELDS,
    fields: { ...FIELDS, email: 'a@example.com' },
  }
  expect(await other.pushOne('customer.save', edit)).toMatchObject({
    state: 'done',
    change: { id: keptId, row: { email: 'a@example.com', mergedIds: [mergedId] } },
  })
  expect(await other.pushOne('customer.delete', { customerId: keptId })).toMatchObject({
    state: 'refused',
    code: 'CUSTOMER_HAS_INVOICES',
  })
})

test('two phones that merge the same two, also in both directions, leave one customer', async () => {
  const [one, two] = [await createCustomer({ name: 'Asha' }), await createCustomer({ name: 'Asha M' })]
  const results = await Promise.all([
    shop.phone.pushOne('customer.merge', { customerId: one, intoId: two }),
    other.pushOne('customer.merge', { customerId: two, intoId: one }),
  ])
  for (const result of results) expect(result).toMatchObject({ state: 'done' })
  const ids = results.map((result) => (result.state === 'done' ? result.change?.id : undefined))
  expect(ids[0]).toBe(ids[1])
  const kept = ids[0]
  const lost = kept === one ? two : one
  const third = await createCustomer({ name: 'Asha Mfano' })
  expect(await other.pushOne('customer.merge', { customerId: two, intoId: third })).toMatchObject({
    state: 'done',
    change: { row: { id: third, mergedIds: [lost, kept] } },
  })
  expect(await other.pushOne('customer.merge', { customerId: one, intoId: third })).toMatchObject({
    state: 'done',
    change: { id: third },
  })
})

test('a customer that is unknown is not merged', async () => {
  const known = await createCustomer({ name: 'Rehema' })
  const unknown = randomUUID()
  for (const body of [
    { customerId: unknown, intoId: known },
    { customerId: known, intoId: unknown },
  ])
    expect(await shop.phone.pushOne('customer.merge', body)).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' })
})
