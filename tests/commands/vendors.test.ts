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
import { Device } from '../sync/device.ts'
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
  expect(await listVendors(device.account.db, { limit: 10 })).toHaveLength(1)
})

it('an inactive vendor stays in the list and is offered no more (spec §4)', async () => {
  const { id } = unwrap(await save({ name: 'Duka la Asha' }))
  unwrap(await save({ name: 'Duka la Asha' }, { vendorId: id, active: false }))
  expect(await searchVendors(device.account.db, 'asha', 5)).toEqual([])
  expect(await searchVendors(device.account.db, 'asha', 5, true)).toMatchObject([{ active: false }])
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
