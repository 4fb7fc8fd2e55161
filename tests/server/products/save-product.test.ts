import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createShop,
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

const base = { name: 'Sukari', unit: 'kg', unitPrice: 300_000, taxType: 'standard', active: true }

function edit(phone: Phone, overrides: object, productId = shop.productId) {
  return phone.pushOne('product.save', { productId, baseRev: 1, base, fields: { ...base, ...overrides } })
}

test('a price changed on one phone and a name on another are both kept', async () => {
  await edit(shop.phone, { unitPrice: 320_000 })
  expect(await edit(other, { name: 'Sukari nyeupe' })).toMatchObject({
    state: 'done',
    change: { t: 'product', rev: 3, row: { name: 'Sukari nyeupe', unitPrice: 320_000 } },
  })
})

test('an older app, which knows no codes, changes a price and leaves codes, category and mark as they are', async () => {
  const details = { sku: 'S-1', barcode: '6001240100707', category: 'Sukari', favourite: true }
  const now = await edit(shop.phone, details)
  expect(now).toMatchObject({ state: 'done', change: { row: details } })
  expect(await edit(other, { unitPrice: 340_000 })).toMatchObject({
    state: 'done',
    change: { t: 'product', row: { unitPrice: 340_000, ...details } },
  })
})

test('a code is removed by the app that knows it, and a code that no scanner reads is refused', async () => {
  const push = (from: object, to: object) =>
    shop.phone.pushOne('product.save', {
      productId: shop.productId,
      baseRev: 1,
      base: { ...base, ...from },
      fields: { ...base, ...to },
    })
  expect(await push({}, { barcode: 'sabuni©' })).toMatchObject({
    code: 'PRODUCT_BARCODE_INVALID',
    fields: [{ path: 'barcode' }],
  })
  expect(await push({ barcode: '6001240100707' }, { barcode: '' })).toMatchObject({
    change: { row: { barcode: '', sku: 'S-1' } },
  })
})

test('a product without a name is refused at its field', async () => {
  const create = { productId: randomUUID(), baseRev: 0, base: null, fields: { ...base, name: '  ' } }
  expect(await shop.phone.pushOne('product.save', create)).toMatchObject({
    state: 'refused',
    code: 'PRODUCT_NAME_REQUIRED',
    fields: [{ path: 'name' }],
  })
})

test('a product of another company and an unknown one are the same to an edit', async () => {
  const stranger = await createShop(backend)
  for (const productId of [shop.productId, randomUUID()]) {
    expect(await edit(stranger.phone, { name: 'Mine' }, productId)).toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
    })
  }
})
