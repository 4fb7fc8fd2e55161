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

test("vendors from abroad may all have the TIN that they share; a serial is one vendor's (tanzania-facts §1)", async () => {
  const abroad = { taxNumber: '999999999', foreign: true }
  const [one, two] = [randomUUID(), randomUUID()]
  const first = newVendor(one, { name: 'Mfano Export GmbH', ...abroad, serial: '10TZ100912' })
  expect(await shop.phone.pushOne('vendor.save', first)).toMatchObject({ state: 'done' })
  const second = newVendor(two, { name: 'Mfano Trading LLC', ...abroad })
  expect(await other.pushOne('vendor.save', second)).toMatchObject({
    state: 'done',
    change: { id: two, row: { taxNumber: '999999999' } },
  })
  const taken = newVendor(randomUUID(), { name: 'Mwingine', ...abroad, serial: '10TZ100912' })
  expect(await other.pushOne('vendor.save', taken)).toMatchObject({
    code: 'VENDOR_NUMBER_REGISTERED',
    fields: [{ path: 'serial' }],
    data: { existingId: one },
  })
})

test('a vendor from abroad recorded twice under one name becomes one, also after a merge (tanzania-facts §1)', async () => {
  const [one, two, three, four] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const abroad = { name: 'Mfano Import GmbH', taxNumber: '999999999', foreign: true }
  await shop.phone.pushOne('vendor.save', newVendor(one, abroad))
  const again = { ...abroad, name: 'MFANO IMPORT GMBH' }
  expect(await other.pushOne('vendor.save', newVendor(two, again))).toMatchObject({
    state: 'done',
    alias: { from: two, to: one },
    change: { id: one, rev: 1 },
  })
  // Its own edits are no second vendor.
  const base = vendorFields(abroad)
  const edit = { vendorId: two, baseRev: 1, base, fields: { ...base, address: 'Berlin' } }
  expect(await other.pushOne('vendor.save', edit)).toMatchObject({ change: { id: one, rev: 2 } })
  const renamed = { ...abroad, name: 'Mfano Import AG' }
  expect(await other.pushOne('vendor.save', newVendor(three, renamed))).toMatchObject({
    state: 'done',
    change: { id: three },
  })
  const merge = { ...vendorFields(renamed), active: false, mergedInto: one }
  await shop.phone.pushOne('vendor.save', {
    vendorId: three,
    baseRev: 1,
    base: vendorFields(renamed),
    fields: merge,
  })
  expect(await other.pushOne('vendor.save', newVendor(four, renamed))).toMatchObject({
    state: 'done',
    alias: { from: four, to: one },
  })
  const atOnce = [shop.phone, other].map((phone) =>
    phone.pushOne('vendor.save', newVendor(randomUUID(), { ...abroad, name: 'Mfano at once' })),
  )
  const ids = (await Promise.all(atOnce)).map((result) => (result as { change: { id: string } }).change.id)
  expect(new Set(ids).size).toBe(1)
  const untaxed = newVendor(randomUUID(), { name: abroad.name })
  expect(await other.pushOne('vendor.save', untaxed)).toMatchObject({ change: { id: untaxed.vendorId } })
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

test('an edit makes no second record of a vendor from abroad; twins that are there can be edited', async () => {
  const abroad = { name: 'Mfano Holz GmbH', taxNumber: '999999999', foreign: true }
  const renamed = { ...abroad, name: 'Mfano Handel' }
  const [one, two] = [randomUUID(), randomUUID()]
  await shop.phone.pushOne('vendor.save', newVendor(one, abroad))
  await shop.phone.pushOne('vendor.save', newVendor(two, renamed))
  const edit = (vendorId: string, before: object, change: object) => {
    const base = vendorFields(before)
    return other.pushOne('vendor.save', { vendorId, baseRev: 1, base, fields: { ...base, ...change } })
  }
  const refused = {
    state: 'refused',
    code: 'VENDOR_NUMBER_REGISTERED',
    fields: [{ path: 'taxNumber' }],
    data: { existingId: one },
  }
  expect(await edit(two, renamed, { name: 'MFANO HOLZ GMBH' })).toMatchObject(refused)
  expect(await edit(two, renamed, { active: false, name: abroad.name })).toMatchObject({ state: 'done' })
  // Both have the name now.
  expect(await edit(two, { ...abroad, active: false }, { phone: '0700000101' })).toMatchObject({
    state: 'done',
  })
  expect(await edit(two, { ...abroad, active: false }, { active: true })).toMatchObject(refused)
  expect(await edit(one, abroad, { address: 'Berlin' })).toMatchObject({ state: 'done' })
  // One that was merged away has no name of its own any more.
  const merge = { active: false, mergedInto: two }
  expect(await edit(one, abroad, merge)).toMatchObject({ state: 'done' })
  expect(await edit(two, { ...abroad, active: false }, { active: true })).toMatchObject({
    state: 'done',
    change: { id: two },
  })
})

test('an inactive vendor that is registered again is active for every phone; who writes it inactive changes nothing', async () => {
  const shared = { name: 'Mfano Wholesale GmbH', taxNumber: '999999999', foreign: true }
  for (const numbers of [{ taxNumber: '999000931' }, shared]) {
    const id = randomUUID()
    const base = vendorFields(numbers)
    await shop.phone.pushOne('vendor.save', newVendor(id, base))
    const fields = { ...base, active: false }
    await shop.phone.pushOne('vendor.save', { vendorId: id, baseRev: 1, base, fields })
    const inactive = newVendor(randomUUID(), fields)
    expect(await other.pushOne('vendor.save', inactive)).toMatchObject({
      alias: { to: id },
      change: { id, rev: 2, row: { active: false } },
    })
    const again = newVendor(randomUUID(), base)
    const answer = { alias: { to: id }, change: { id, rev: 3, row: { active: true } } }
    expect(await other.pushOne('vendor.save', again)).toMatchObject(answer)
    const { changes } = await shop.phone.pull()
    expect(changes).toContainEqual(expect.objectContaining({ id, rev: 3 }))
  }
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
