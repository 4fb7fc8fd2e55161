import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultCategoryId } from '#domain/categories/category.ts'
import {
  createShop,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'
import { newVendor, vendorFields } from '../../support/vendor-input.ts'

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

test('a vendor reaches the other phones; edits of two phones are both kept, and so is who switched it off', async () => {
  const id = randomUUID()
  const base = vendorFields({ taxNumber: '999000901' })
  expect(await shop.phone.pushOne('vendor.save', newVendor(id, base))).toMatchObject({ state: 'done' })
  const edit = (phone: Phone, change: object) =>
    phone.pushOne('vendor.save', { vendorId: id, baseRev: 1, base, fields: { ...base, ...change } })
  await edit(shop.phone, { active: false })
  await edit(other, { phone: '0700000101' })
  const { changes } = await other.pull()
  const found = changes.filter((change) => (change as { id: string }).id === id)
  expect(found).toMatchObject([
    { t: 'vendor', rev: 3, row: { active: false, phone: '+255700000101', taxNumber: '999000901' } },
  ])
})

test('a tax number or a serial is registered once (spec §8: Conflict)', async () => {
  const id = randomUUID()
  const first = { taxNumber: '999000902', serial: '10TZ100902' }
  await shop.phone.pushOne('vendor.save', newVendor(id, first))
  for (const [path, numbers] of [
    ['taxNumber', { taxNumber: '999000902' }],
    ['serial', { serial: '10TZ100902' }],
  ] as const) {
    const second = newVendor(randomUUID(), { ...numbers, name: 'Mwingine' })
    expect(await other.pushOne('vendor.save', second)).toMatchObject({
      state: 'refused',
      code: 'VENDOR_NUMBER_REGISTERED',
      fields: [{ path }],
      data: { existingId: id },
    })
  }
  // Another company may know the same vendor.
  const stranger = await createShop(backend)
  expect(await stranger.phone.pushOne('vendor.save', newVendor(randomUUID(), first))).toMatchObject({
    state: 'done',
  })
})

test('the same vendor recorded on two phones without a line becomes one, and both names lead to it', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  await shop.phone.pushOne('vendor.save', newVendor(one, { taxNumber: '999000903' }))
  const again = newVendor(two, { taxNumber: '999000903', name: 'DUKA LA MFANO' })
  expect(await other.pushOne('vendor.save', again)).toMatchObject({
    state: 'done',
    alias: { from: two, to: one },
    change: { id: one, rev: 1 },
  })
  const base = vendorFields({ taxNumber: '999000903' })
  const edit = { vendorId: two, baseRev: 1, base, fields: { ...base, address: 'Dodoma' } }
  expect(await other.pushOne('vendor.save', edit)).toMatchObject({
    state: 'done',
    alias: { from: two, to: one },
    change: { id: one, rev: 2, row: { address: 'Dodoma' } },
  })
})

test('a vendor that another one turned out to be reaches the other phones; two phones make no circle', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  const bases = {
    [one]: vendorFields({ name: 'Duka la Asha' }),
    [two]: vendorFields({ name: 'Asha Duka', taxNumber: '999000921' }),
  }
  for (const [id, fields] of Object.entries(bases))
    await shop.phone.pushOne('vendor.save', newVendor(id, fields))
  const edit = (phone: Phone, vendorId: string, change: object) => {
    const base = bases[vendorId]
    return phone.pushOne('vendor.save', { vendorId, baseRev: 1, base, fields: { ...base, ...change } })
  }
  const merge = { active: false, taxNumber: '', mergedInto: one }
  expect(await edit(shop.phone, two, merge)).toMatchObject({ state: 'done' })
  expect(await edit(shop.phone, one, { taxNumber: '999000921' })).toMatchObject({ state: 'done' })
  expect(await edit(other, one, { active: false, mergedInto: two })).toMatchObject({
    state: 'refused',
    code: 'VENDOR_MERGED',
  })
  // An app that does not know merged vendors leaves the merge as it is.
  expect(await edit(other, two, { phone: '0700000101' })).toMatchObject({
    change: { row: { mergedInto: one, active: false, phone: '+255700000101' } },
  })
  const { changes } = await other.pull()
  const row = (id: string) => changes.find((change) => (change as { id: string }).id === id)
  expect(row(one)).toMatchObject({ row: { taxNumber: '999000921', active: true } })
  expect(row(two)).toMatchObject({ row: { taxNumber: '', mergedInto: one } })
})

test('the rules of the form are the rules of the server (spec §5)', async () => {
  const wrong = newVendor(randomUUID(), { name: ' ', taxNumber: '123', phone: '1' })
  expect(await shop.phone.pushOne('vendor.save', wrong)).toMatchObject({
    state: 'refused',
    code: 'VENDOR_NAME_REQUIRED',
    fields: [
      { path: 'name', code: 'VENDOR_NAME_REQUIRED' },
      { path: 'taxNumber', code: 'VENDOR_TAX_NUMBER_EXACT' },
      { path: 'phone', code: 'VENDOR_PHONE_INVALID' },
    ],
  })
})

test('a category of its own has a code that no other has; a default one keeps its code (spec §3, §8)', async () => {
  const fields = { name: 'Ulinzi', code: 'guard', description: '', active: true }
  const save = (categoryId: string, change: object) =>
    shop.phone.pushOne('category.save', {
      categoryId,
      baseRev: 0,
      base: null,
      fields: { ...fields, ...change },
    })
  expect(await save(randomUUID(), {})).toMatchObject({ state: 'done', change: { row: { code: 'GUARD' } } })
  for (const code of ['Guard', 'RENT']) {
    expect(await save(randomUUID(), { code })).toMatchObject({
      state: 'refused',
      code: 'CATEGORY_CODE_REGISTERED',
      fields: [{ path: 'code' }],
    })
  }
  const rent = defaultCategoryId(shop.companyId, 'RENT')
  expect(await save(rent, { name: '', code: 'MINE', active: false })).toMatchObject({
    state: 'done',
    change: { id: rent, row: { name: '', code: 'RENT', active: false } },
  })
})
