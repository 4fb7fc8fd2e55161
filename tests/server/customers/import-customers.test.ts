import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSchema } from '#contract/sync.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(async () => {
  await backend.close()
})

const FIELDS = {
  name: 'Shule Mfano',
  identificationType: 'PASSPORT',
  identificationNumber: '',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
  active: true,
}
const aRow = (change: object, base: object | null = null) => ({
  customerId: randomUUID(),
  baseRev: 0,
  base,
  fields: { ...FIELDS, ...change },
})

async function listCustomers(): Promise<Customer[]> {
  const { changes } = await shop.phone.pull()
  return v
    .parse(v.array(changeSchema), changes)
    .flatMap((change) => (change.t === 'customer' && change.row ? [change.row] : []))
}

test('a chunk of a file is written whole and once: sent again it has the same answer and adds nothing', async () => {
  const rows = Array.from({ length: 100 }, (_, at) =>
    aRow({ name: `Mteja ${at}`, identificationNumber: `A${100_000 + at}` }),
  )
  const operation = shop.phone.operation('customer.import', { rows })
  const before = (await listCustomers()).length
  const [first] = await shop.phone.push(operation)
  const [again] = await shop.phone.push(operation)
  expect(first).toMatchObject({ state: 'done' })
  expect(first).not.toHaveProperty('refusedRows')
  expect(again).toEqual(first)
  expect(await listCustomers()).toHaveLength(before + 100)
  // Under another id, as from another phone: the same customers, under the ids that the company knows.
  const twins = rows.map((row) => ({ ...row, customerId: randomUUID() }))
  const third = await shop.phone.pushOne('customer.import', { rows: twins })
  expect(third).toMatchObject({
    state: 'done',
    aliases: rows.map(({ customerId }, at) => ({ from: twins[at]?.customerId, to: customerId })),
  })
  expect(await listCustomers()).toHaveLength(before + 100)
})

test('a row that a rule refuses is named with its reason; the others are written, a change is merged', async () => {
  const known = aRow({ name: 'Rehema', identificationNumber: 'B100001' })
  await shop.phone.pushOne('customer.save', known)
  const rows = [
    aRow({ name: 'Asha', identificationNumber: 'B100001' }),
    aRow({ name: 'Neema', identificationNumber: 'B100002' }),
    aRow({ name: 'Baraka', phone: '12', identificationNumber: 'B100003' }),
    { ...known, base: known.fields, fields: { ...known.fields, email: 'rehema@example.com' } },
    aRow({ name: 'Hayupo', identificationNumber: 'B100004' }, { ...FIELDS, name: 'Hayupo' }),
  ]
  const result = await shop.phone.pushOne('customer.import', { rows })
  expect(result).toMatchObject({
    state: 'done',
    refusedRows: [
      { id: rows[0]?.customerId, code: 'CUSTOMER_ID_DUPLICATED' },
      { id: rows[2]?.customerId, code: 'CUSTOMER_PHONE_INVALID' },
      { id: rows[4]?.customerId, code: 'CUSTOMER_NOT_FOUND' },
    ],
  })
  const names = (await listCustomers()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Rehema', 'Neema']))
  expect(names).not.toEqual(expect.arrayContaining(['Asha']))
  expect(await listCustomers()).toContainEqual(
    expect.objectContaining({ email: 'rehema@example.com', rev: 2 }),
  )
})

test('a row that was merged into another customer since the last import changes nothing of that one', async () => {
  const gone = aRow({ name: 'Duka la Asha', identificationNumber: 'C100001' })
  const stays = aRow({ name: 'Asha Stores', identificationNumber: 'C100002', email: 'asha@example.com' })
  await shop.phone.pushOne('customer.import', { rows: [gone, stays] })
  const merge = { customerId: gone.customerId, intoId: stays.customerId }
  expect(await shop.phone.pushOne('customer.merge', merge)).toMatchObject({ state: 'done' })
  const again = await shop.phone.pushOne('customer.import', { rows: [gone] })
  expect(again).toMatchObject({
    state: 'done',
    aliases: [{ from: gone.customerId, to: stays.customerId }],
  })
  const kept = (await listCustomers()).filter(({ id }) => id === stays.customerId)
  expect(kept).toMatchObject([
    { name: 'Asha Stores', identificationNumber: 'C100002', email: 'asha@example.com' },
  ])
})

test('a chunk of which every row is refused is done too, and products come in the same way', async () => {
  const refused = [aRow({ name: '', identificationNumber: 'C100001' })]
  expect(await shop.phone.pushOne('customer.import', { rows: refused })).toMatchObject({
    state: 'done',
    refusedRows: [{ code: 'CUSTOMER_NAME_REQUIRED' }],
  })
  const fields = { name: 'Unga', unit: 'kg', unitPrice: 150_000, taxType: 'standard', active: true }
  const rows = [
    { productId: randomUUID(), baseRev: 0, base: null, fields },
    { productId: randomUUID(), baseRev: 0, base: null, fields: { ...fields, barcode: 'siyo©' } },
  ]
  expect(await shop.phone.pushOne('product.import', { rows })).toMatchObject({
    state: 'done',
    refusedRows: [{ id: rows[1]?.productId, code: 'PRODUCT_BARCODE_INVALID' }],
  })
})

test('a chunk with more rows than one may have is refused', async () => {
  const rows = Array.from({ length: 101 }, (_, at) => aRow({ identificationNumber: `D${100_000 + at}` }))
  expect(await shop.phone.pushOne('customer.import', { rows })).toMatchObject({
    state: 'refused',
    code: 'OPERATION_INVALID',
  })
})

test('a row about a customer whom another phone archived puts the customer back on the list', async () => {
  const known = aRow({ name: 'Zawadi', identificationNumber: 'D100001' })
  await shop.phone.pushOne('customer.save', known)
  const findKnown = async () => (await listCustomers()).find(({ id }) => id === known.customerId)
  const archive = async () => {
    const fields = { ...known.fields, active: false }
    const { rev = 0 } = (await findKnown()) ?? {}
    await shop.phone.pushOne('customer.save', { ...known, baseRev: rev, base: known.fields, fields })
    expect(await findKnown()).toMatchObject({ active: false })
  }
  await archive()
  // This phone has not heard of the customer: to it the row is a new one.
  const twin = { ...known, customerId: randomUUID() }
  const answer = { state: 'done', aliases: [{ from: twin.customerId, to: known.customerId }] }
  expect(await shop.phone.pushOne('customer.import', { rows: [twin] })).toMatchObject(answer)
  expect(await findKnown()).toMatchObject({ active: true })
  await archive()
  // The same file on a third phone: the server knows the row by the id of its twin.
  expect(await shop.phone.pushOne('customer.import', { rows: [twin] })).toMatchObject(answer)
  expect(await findKnown()).toMatchObject({ active: true })
})

test('a row whose known customer was deleted brings that customer back for every phone', async () => {
  const known = aRow({ name: 'Subira', identificationNumber: 'E100001', phone: '0700000111' })
  await shop.phone.pushOne('customer.save', known)
  const twin = {
    ...known,
    customerId: randomUUID(),
    fields: { ...known.fields, email: 'subira@example.com' },
  }
  const answer = { state: 'done', aliases: [{ from: twin.customerId, to: known.customerId }] }
  expect(await shop.phone.pushOne('customer.import', { rows: [twin] })).toMatchObject(answer)
  const { customerId } = known
  await shop.phone.pushOne('customer.delete', { customerId })
  const findKnown = async () => (await listCustomers()).find(({ id }) => id === customerId)
  expect(await findKnown()).toBeUndefined()
  expect(await shop.phone.pushOne('customer.import', { rows: [twin] })).toMatchObject(answer)
  // As the file describes it.
  expect(await findKnown()).toMatchObject({ active: true, rev: 3, email: 'subira@example.com' })
  expect(await shop.phone.pushOne('customer.save', { ...known, customerId: randomUUID() })).toMatchObject({
    alias: { to: customerId },
  })
})

test('a row whose known customer was deleted takes no number that another customer has by now', async () => {
  const known = aRow({ name: 'Tatu', identificationNumber: 'F100001' })
  const { customerId } = known
  const archived = { ...known.fields, active: false }
  const twin = { ...known, customerId: randomUUID() }
  await shop.phone.pushOne('customer.save', known)
  await shop.phone.pushOne('customer.import', { rows: [twin] })
  await shop.phone.pushOne('customer.save', { ...known, baseRev: 1, base: known.fields, fields: archived })
  await shop.phone.pushOne('customer.delete', { customerId })
  const other = aRow({ name: 'Mwanaidi', identificationNumber: 'F100001' })
  expect(await shop.phone.pushOne('customer.save', other)).toMatchObject({ state: 'done' })
  expect(await shop.phone.pushOne('customer.import', { rows: [twin] })).toMatchObject({
    state: 'done',
    refusedRows: [{ id: twin.customerId, code: 'CUSTOMER_ID_DUPLICATED' }],
  })
  expect((await listCustomers()).map(({ id }) => id)).not.toContain(customerId)
})
