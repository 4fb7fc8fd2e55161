import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationBody } from '#contract/operations.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

type Fields = OperationBody<'customer.save'>['fields']

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

let tins = 100
const aTin = () => {
  tins += 1
  return `999000${tins}`
}

function fields(overrides: Partial<Fields> = {}): Fields {
  return {
    name: 'Shule Mfano',
    identificationType: 'NO_IDENTIFICATION',
    identificationNumber: '',
    phone: '',
    email: '',
    vatRegistrationNumber: '',
    active: true,
    ...overrides,
  }
}

const withTin = (tin: string, overrides: Partial<Fields> = {}) => {
  return fields({ identificationType: 'TAX_IDENTIFICATION_NUMBER', identificationNumber: tin, ...overrides })
}

const create = (phone: Phone, body: Fields, customerId: string = randomUUID()) => {
  return phone.pushOne('customer.save', { customerId, baseRev: 0, base: null, fields: body })
}

test('a customer is stored in its normal form', async () => {
  const result = await create(
    shop.phone,
    withTin('999-000-001', { name: '  Shule   Mfano ', phone: '0700 000 111' }),
  )
  expect(result).toMatchObject({
    state: 'done',
    change: {
      t: 'customer',
      rev: 1,
      row: { name: 'Shule Mfano', identificationNumber: '999000001', phone: '+255700000111' },
    },
  })
})

test('edits of two phones are merged field by field, and the later one wins a field of both', async () => {
  const customerId = randomUUID()
  const base = fields({ name: 'Asha', email: 'asha@example.com' })
  await create(shop.phone, base, customerId)
  const edit = (phone: Phone, overrides: Partial<Fields>) =>
    phone.pushOne('customer.save', { customerId, baseRev: 1, base, fields: { ...base, ...overrides } })
  await edit(shop.phone, { name: 'Asha Mfano' })
  await edit(other, { email: 'mfano@example.com' })
  const last = await edit(other, { name: 'Asha M.' })
  expect(last).toMatchObject({
    state: 'done',
    change: { rev: 4, row: { name: 'Asha M.', email: 'mfano@example.com' } },
  })
  const audit = await backend.server.services.db
    .selectFrom('audit')
    .select('detail')
    .where('subject', '=', `customer:${customerId}`)
    .execute()
  expect(audit).toMatchObject([
    { detail: { overruled: [{ field: 'name', was: 'Asha Mfano', is: 'Asha M.' }] } },
  ])
})

test('the same customer registered twice becomes one, and work that names the second id continues (G3)', async () => {
  const tin = aTin()
  const [first, second] = [randomUUID(), randomUUID()]
  await create(shop.phone, withTin(tin, { name: 'Hoteli Mfano' }), first)
  const twice = await create(other, withTin(tin, { name: 'hoteli mfano' }), second)
  expect(twice).toMatchObject({ state: 'done', alias: { from: second, to: first }, change: { id: first } })
  const sale = aSale(shop.productId)
  const customer = {
    ...sale.customer,
    customerId: second,
    name: 'Hoteli Mfano',
    identificationType: 'TAX_IDENTIFICATION_NUMBER' as const,
    identificationNumber: tin,
  }
  const body = invoiceInput({ ...sale, customer })
  const sold = invoiceOf(await other.pushOne('invoice.submit', body))
  expect(sold.customer.customerId).toBe(first)
  expect(invoiceOf(await other.pushOne('invoice.submit', body)).receipt).toEqual(sold.receipt)
})

test('a number of another customer is refused at its field (spec §8)', async () => {
  const tin = aTin()
  const first = randomUUID()
  await create(shop.phone, withTin(tin, { vatRegistrationNumber: '40000001A' }), first)
  expect(await create(other, withTin(tin, { name: 'Somebody else' }))).toMatchObject({
    state: 'refused',
    code: 'CUSTOMER_ID_DUPLICATED',
    fields: [{ path: 'identificationNumber' }],
    data: { existingId: first },
  })
  const sameVrn = fields({ name: 'Somebody else', vatRegistrationNumber: '40000001A' })
  expect(await create(other, sameVrn)).toMatchObject({
    state: 'refused',
    code: 'CUSTOMER_VRN_DUPLICATED',
    fields: [{ path: 'vatRegistrationNumber' }],
    data: { existingId: first },
  })
})

test('two phones that register one number at once end with one customer', async () => {
  const tin = aTin()
  const results = await Promise.all([create(shop.phone, withTin(tin)), create(other, withTin(tin))])
  expect(results.map((result) => result.state)).toEqual(['done', 'done'])
  expect(results.filter((result) => result.state === 'done' && result.alias)).toHaveLength(1)
})

test('the same number may be in another company', async () => {
  const tin = aTin()
  await create(shop.phone, withTin(tin))
  const elsewhere = await createShop(backend)
  expect(await create(elsewhere.phone, withTin(tin))).toMatchObject({ state: 'done' })
})

test('what the form refuses is refused here, and an edit of an unknown customer too', async () => {
  expect(await create(shop.phone, fields({ name: ' ' }))).toMatchObject({
    code: 'CUSTOMER_NAME_REQUIRED',
    fields: [{ path: 'name' }],
  })
  expect(await create(shop.phone, withTin('12'))).toMatchObject({ code: 'CUSTOMER_TIN_INVALID' })
  const edit = { customerId: randomUUID(), baseRev: 1, base: fields(), fields: fields({ name: 'New' }) }
  expect(await shop.phone.pushOne('customer.save', edit)).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' })
})
