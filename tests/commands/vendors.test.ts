import { beforeEach, expect, it } from 'vitest'
import { saveCategory } from '#commands/categories.ts'
import { mergeVendor, saveVendor } from '#commands/vendors.ts'
import { findCategory } from '#data/categories.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { vendorRow } from '#data/vendor-row.ts'
import { findSeller, findVendor, listOfferedVendors, listVendors, searchVendors } from '#data/vendors.ts'
import { defaultCategoryId } from '#domain/categories/category.ts'
import type { VendorForm } from '#domain/vendors/check-vendor-form.ts'
import { runSync } from '#sync/run-sync.ts'
import { vendorFields } from '../support/vendor-input.ts'
import { changeSettings, Device } from '../sync/device.ts'
import { unwrap } from '../sync/shop.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

const save = (form: Partial<VendorForm>, rest: { vendorId?: string; active?: boolean } = {}) =>
  saveVendor(device.account, device.commands, { form: vendorFields(form), ...rest })

it('a vendor written without a line is there at once, and reaches the server once', async () => {
  const { id } = unwrap(await save({ name: 'Duka la Asha', taxNumber: '999000911' }))
  unwrap(await save({ name: 'Duka la Asha', taxNumber: '999000911', address: 'Dodoma' }, { vendorId: id }))
  expect(await listUnsent(device.account.db)).toHaveLength(1)
  await runSync(device.account, device.deps, 'enqueued')
  expect(await searchVendors(device.account.db, '999000911', 5)).toMatchObject([
    { id, rev: 1, address: 'Dodoma', pending: { kind: 'none' } },
  ])
  expect(device.server.vendors.get(id)).toMatchObject({ address: 'Dodoma' })
})

it('a tax number or serial of another vendor is refused on the phone at once (spec §8)', async () => {
  unwrap(await save({ taxNumber: '999000911', serial: '10TZ100911' }))
  expect(await save({ name: 'Mwingine', taxNumber: '999-000-911' })).toMatchObject({
    ok: false,
    refusals: [{ path: 'taxNumber', code: 'VENDOR_NUMBER_REGISTERED' }],
  })
  expect(await save({ name: 'Mwingine', serial: '10tz100911' })).toMatchObject({
    refusals: [{ path: 'serial', code: 'VENDOR_NUMBER_REGISTERED' }],
  })
  expect(await listVendors(device.account.db, 10)).toHaveLength(1)
})

it('the TIN that all vendors from abroad share belongs to none of them (tanzania-facts §1)', async () => {
  const { db } = device.account
  const abroad = { taxNumber: '999-999-999', foreign: true }
  unwrap(await save({ name: 'Mfano Export GmbH', ...abroad, serial: '10TZ100912' }))
  unwrap(await save({ name: 'Mfano Trading LLC', ...abroad }))
  expect(await listVendors(db, 10)).toHaveLength(2)
  // The expense form takes no vendor for the seller by it.
  expect(await findSeller(db, { taxNumber: '999999999', serial: '' })).toBeUndefined()
  expect(await save({ name: 'Mwingine', ...abroad, serial: '10TZ100912' })).toMatchObject({
    refusals: [{ path: 'serial', code: 'VENDOR_NUMBER_REGISTERED' }],
  })
})

it('that TIN and a name together are those of one vendor, which an edit leaves as it is', async () => {
  const { db } = device.account
  const abroad = { taxNumber: '999-999-999', foreign: true }
  const { id } = unwrap(await save({ name: 'Mfano Export GmbH', ...abroad }))
  const seller = { name: 'MFANO EXPORT GMBH', taxNumber: '999999999', serial: '' }
  expect(await findSeller(db, seller)).toMatchObject({ id })
  expect(await findSeller(db, { ...seller, name: 'Mfano Export' })).toBeUndefined()
  expect(await findSeller(db, { ...seller, taxNumber: '' })).toBeUndefined()
  expect(await save({ name: 'Mfano Export GmbH', ...abroad })).toMatchObject({
    refusals: [{ path: 'taxNumber', code: 'VENDOR_NUMBER_REGISTERED' }],
  })
  const edit = { name: 'Mfano Export GmbH', ...abroad, address: 'Berlin' }
  expect(unwrap(await save(edit, { vendorId: id }))).toMatchObject({ address: 'Berlin' })
  // The record that it was merged into is the seller.
  const stays = unwrap(await save({ name: 'Mfano AG', ...abroad }))
  unwrap(await mergeVendor(device.account, device.commands, { goesId: id, staysId: stays.id }))
  expect(await findSeller(db, seller)).toMatchObject({ id: stays.id })
})

it('an edit makes no second record of a vendor from abroad; twins that are there can be edited and merged', async () => {
  const { account, commands } = device
  const abroad = { taxNumber: '999-999-999', foreign: true }
  const registered = { ok: false, refusals: [{ path: 'taxNumber', code: 'VENDOR_NUMBER_REGISTERED' }] }
  const first = unwrap(await save({ name: 'Mfano Export GmbH', ...abroad }))
  const second = unwrap(await save({ name: 'Mfano Handel', ...abroad }))
  const local = unwrap(await save({ name: 'Mfano Export GmbH' }))
  const vendorId = second.id
  expect(await save({ name: 'MFANO EXPORT GMBH', ...abroad }, { vendorId })).toMatchObject(registered)
  expect(await save({ name: 'Mfano Export GmbH', ...abroad }, { vendorId: local.id })).toMatchObject(
    registered,
  )
  unwrap(await save({ name: 'Mfano Handel GmbH', ...abroad }, { vendorId }))
  // Two phones made them.
  const twin = { ...first, id: device.commands.ports.newId(), taxNumber: '999999999' }
  await account.db.vendors.add(twin)
  const form = { name: 'Mfano Export GmbH', ...abroad, address: 'Berlin' }
  unwrap(await save(form, { vendorId: twin.id }))
  unwrap(await save(form, { vendorId: twin.id, active: false }))
  expect(await save(form, { vendorId: twin.id, active: true })).toMatchObject(registered)
  unwrap(await mergeVendor(account, commands, { goesId: first.id, staysId: vendorId }))
  // The name of one that was merged into it.
  unwrap(await mergeVendor(account, commands, { goesId: twin.id, staysId: vendorId }))
  unwrap(await save(form, { vendorId }))
})

it('a merge that makes a second record of a vendor from abroad is refused at once', async () => {
  const { account, commands } = device
  const abroad = { taxNumber: '999-999-999', foreign: true }
  unwrap(await save({ name: 'Mfano Export GmbH', ...abroad }))
  const goes = unwrap(await save({ name: 'Mfano Handel', ...abroad }))
  const stays = unwrap(await save({ name: 'Mfano Export GmbH' }))
  expect(await mergeVendor(account, commands, { goesId: goes.id, staysId: stays.id })).toMatchObject({
    ok: false,
    refusals: [{ path: 'taxNumber', code: 'VENDOR_NUMBER_REGISTERED' }],
  })
  expect(await findVendor(account.db, goes.id)).toMatchObject({ active: true })
  const named = unwrap(await save({ name: 'Mfano Handel' }))
  unwrap(await mergeVendor(account, commands, { goesId: goes.id, staysId: named.id }))
  expect(await findVendor(account.db, named.id)).toMatchObject({ taxNumber: '999999999' })
})

it('an inactive vendor stays in the list and is offered no more (spec §4)', async () => {
  const { id } = unwrap(await save({ name: 'Duka la Asha' }))
  unwrap(await save({ name: 'Duka la Asha' }, { vendorId: id, active: false }))
  expect(await searchVendors(device.account.db, 'asha', 5)).toEqual([])
  expect(await searchVendors(device.account.db, 'asha', 5, true)).toMatchObject([{ active: false }])
})

it('a vendor whose numbers are of before another reading was chosen is switched off; one not sent yet is judged by it', async () => {
  const { account, deps } = device
  const form = { name: 'Duka la Asha', serial: '10TZ1001001' }
  const { id } = unwrap(await save(form))
  await runSync(account, deps, 'enqueued')
  const unsent = unwrap(await save({ name: 'Duka la Juma', serial: '10TZ1001002' }))
  await changeSettings(device, { vendorSerial: 'max10' })
  expect(unwrap(await save(form, { vendorId: id, active: false }))).toMatchObject({ active: false })
  expect(
    await save({ name: 'Duka la Juma', serial: '10TZ1001002' }, { vendorId: unsent.id, active: false }),
  ).toMatchObject({ ok: false, refusals: [{ path: 'serial', code: 'VENDOR_SERIAL_LONG' }] })
  expect(await save({ ...form, serial: '10TZ1001003' }, { vendorId: id })).toMatchObject({
    ok: false,
    refusals: [{ path: 'serial', code: 'VENDOR_SERIAL_LONG' }],
  })
})

it('every vendor is offered as its name is typed, however many there are, its exact name first', async () => {
  const { db } = device.account
  const fields = { ...vendorFields(), companyId: device.account.companyId ?? '', rev: 1, active: true }
  const names = Array.from({ length: 300 }, (_, index) => `Duka ${String(index).padStart(3, '0')} Mwisho`)
  await db.vendors.bulkAdd(
    [...names, 'Mwisho', 'Mwisho Mfungwa'].map((name, index) =>
      vendorRow(
        { ...fields, id: `vendor ${index}`, name, taxNumber: '', active: name !== 'Mwisho Mfungwa' },
        { kind: 'none' },
      ),
    ),
  )
  const offered = async (typed: string) => (await listOfferedVendors(db, typed, 50)).map(({ name }) => name)
  expect(await offered('')).toHaveLength(50)
  expect(await offered('duka 299')).toEqual(['Duka 299 Mwisho'])
  const ends = await offered('mwisho')
  expect(ends[0]).toBe('Mwisho')
  expect(ends).toHaveLength(50)
  expect(await offered('mwisho mfu')).toEqual([])
})

it('a vendor from abroad is offered by every number it has, as every other vendor is', async () => {
  const { db } = device.account
  const abroad = { taxNumber: '999-999-999', foreign: true, phone: '+49 30 1234567', serial: '10TZ100912' }
  unwrap(await save({ name: 'Mfano Export GmbH', ...abroad }))
  unwrap(await save({ name: 'Duka la Asha', taxNumber: '', serial: '', phone: '0712 345 678' }))
  const offered = async (typed: string) => (await listOfferedVendors(db, typed, 50)).map(({ name }) => name)
  for (const typed of ['10tz1009', '+49 30', '999-999'])
    expect(await offered(typed), typed).toEqual(['Mfano Export GmbH'])
  expect(await offered('0712 3')).toEqual(['Duka la Asha'])
})

it('a default category is stored with its first change, and its code is refused to another (spec §8)', async () => {
  const { account, commands } = device
  const companyId = account.companyId ?? ''
  const form = { name: '', code: 'RENT', description: '' }
  const categoryId = defaultCategoryId(companyId, 'RENT')
  unwrap(await saveCategory(account, commands, { categoryId, form, active: false }))
  expect(await findCategory(account.db, categoryId)).toMatchObject({ code: 'RENT', active: false })
  expect(await saveCategory(account, commands, { form: { ...form, name: 'Kodi' } })).toMatchObject({
    refusals: [{ path: 'code', code: 'CATEGORY_CODE_REGISTERED' }],
  })
  unwrap(await saveCategory(account, commands, { form: { name: 'Ulinzi', code: 'guard', description: '' } }))
  expect(
    await saveCategory(account, commands, { form: { name: 'Walinzi', code: 'GUARD', description: '' } }),
  ).toMatchObject({ refusals: [{ path: 'code', code: 'CATEGORY_CODE_REGISTERED' }] })
  await runSync(account, device.deps, 'enqueued')
  expect(device.server.categories.get(categoryId)).toMatchObject({ active: false })
})

it('two records of one vendor are merged without a line, in the order that frees the number first', async () => {
  const { account, commands } = device
  const asha = unwrap(await save({ name: 'Duka la Asha' }))
  const again = unwrap(await save({ name: 'Asha Duka', taxNumber: '999000911' }))
  await runSync(account, device.deps, 'enqueued')
  unwrap(await mergeVendor(account, commands, { goesId: again.id, staysId: asha.id }))
  expect(await searchVendors(account.db, 'asha', 5)).toMatchObject([{ id: asha.id, taxNumber: '999000911' }])
  expect(await findSeller(account.db, { taxNumber: '999000911', serial: '' })).toMatchObject({ id: asha.id })
  const [first, second] = await listUnsent(account.db)
  expect(second?.dependsOn).toEqual([first?.opId])
  await runSync(account, device.deps, 'enqueued')
  expect(await listUnsent(account.db)).toEqual([])
  expect(device.server.vendors.get(again.id)).toMatchObject({ mergedInto: asha.id, taxNumber: '' })
  expect(device.server.vendors.get(asha.id)).toMatchObject({ taxNumber: '999000911' })
  expect(await mergeVendor(account, commands, { goesId: again.id, staysId: asha.id })).toMatchObject({
    refusals: [{ code: 'VENDOR_MERGED' }],
  })
})

it('a merge that gives a vendor a number of before another reading was chosen is refused at once; the other way round it works', async () => {
  const { account, commands } = device
  const asha = unwrap(await save({ name: 'Duka la Asha' }))
  const again = unwrap(await save({ name: 'Asha Duka', serial: '10TZ1001001' }))
  await runSync(account, device.deps, 'enqueued')
  await changeSettings(device, { vendorSerial: 'max10' })
  expect(await mergeVendor(account, commands, { goesId: again.id, staysId: asha.id })).toMatchObject({
    ok: false,
    refusals: [{ path: 'serial', code: 'VENDOR_SERIAL_LONG' }],
  })
  expect(await listUnsent(account.db)).toEqual([])
  expect(await findVendor(account.db, again.id)).toMatchObject({ serial: '10TZ1001001', active: true })
  unwrap(await mergeVendor(account, commands, { goesId: asha.id, staysId: again.id }))
  expect(await findVendor(account.db, asha.id)).toMatchObject({ mergedInto: again.id, active: false })
})

it('a merged vendor that is activated again is a vendor of its own', async () => {
  const { account, commands } = device
  const asha = unwrap(await save({ name: 'Duka la Asha' }))
  const again = unwrap(await save({ name: 'Asha Duka' }))
  unwrap(await mergeVendor(account, commands, { goesId: again.id, staysId: asha.id }))
  unwrap(await save({ name: 'Asha Duka', phone: '0700000101' }, { vendorId: again.id }))
  expect(await findVendor(account.db, again.id)).toMatchObject({ mergedInto: asha.id, active: false })
  unwrap(await save({ name: 'Asha Duka' }, { vendorId: again.id, active: true }))
  expect(await findVendor(account.db, again.id)).toMatchObject({ mergedInto: null, active: true })
})
