import { beforeEach, describe, expect, it } from 'vitest'
import { saveCategory } from '#commands/categories.ts'
import { closeExpense, saveExpense } from '#commands/expenses.ts'
import { discardWork } from '#commands/stuck-work.ts'
import { mergeVendor, saveVendor } from '#commands/vendors.ts'
import { findExpense, findVendorCategory, listExpenses, listRecentVendors } from '#data/expenses.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readBody } from '#data/outbox-entry.ts'
import { searchExpenses } from '#data/search-expenses.ts'
import { listVendors } from '#data/vendors.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { defaultCategoryId } from '#domain/categories/category.ts'
import type { UncheckedExpense } from '#domain/expenses/check-expense.ts'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { toCents } from '#domain/money/cents.ts'
import type { VendorForm } from '#domain/vendors/check-vendor-form.ts'
import { runSync } from '#sync/run-sync.ts'
import { expenseFields } from '../support/expense-input.ts'
import { vendorFields } from '../support/vendor-input.ts'
import { changeSettings, Device, idOf } from '../sync/device.ts'
import { unwrap } from '../sync/shop.ts'

const id = idOf('an expense')

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

const today = () => new Date(device.clock.now()).toISOString().slice(0, 10)
const save = (expenseId: string, change: Partial<UncheckedExpense> = {}) =>
  saveExpense(device.account, device.commands, {
    expenseId,
    written: { ...expenseFields(), day: today(), ...change },
  })
const sync = () => runSync(device.account, device.deps, 'enqueued')

describe('the vendor of an expense', () => {
  const listed = () => listVendors(device.account.db, 10)
  const keep = (expenseId: string, change: Partial<UncheckedExpense> = {}) =>
    saveExpense(device.account, device.commands, {
      expenseId,
      written: { ...expenseFields(), day: today(), ...change },
      keepsVendor: true,
    })

  it('is kept with it, once: the next receipt with its tax number leads to the same record', async () => {
    const { vendorId } = unwrap(await keep(id))
    expect(await listed()).toMatchObject([{ id: vendorId, name: 'Umeme Mfano', taxNumber: '999000803' }])
    expect(unwrap(await keep(idOf('another'))).vendorId).toBe(vendorId)
    await sync()
    expect(device.server.vendors.size).toBe(1)
    expect(device.server.expenses.get(id)).toMatchObject({ vendorId })
  })

  it('from abroad is kept once under the TIN that all from there share, and another name is another vendor', async () => {
    const abroad = { ...NO_VENDOR, name: 'Mfano GmbH', taxNumber: '999999999', foreign: true }
    const bought = async (name: string, vendor = abroad) =>
      unwrap(await keep(idOf(name), { vendor, receiptCode: `KODI ${name}` })).vendorId
    const first = await bought('a')
    expect(await bought('b', { ...abroad, name: 'MFANO GMBH' })).toBe(first)
    expect(await bought('c', { ...abroad, name: 'Mfano Trading LLC' })).not.toBe(first)
    expect(await listed()).toHaveLength(2)
  })

  it('is not kept when the person does not want it, it has no name, or the expense is refused', async () => {
    unwrap(await save(id))
    unwrap(await keep(idOf('nameless'), { vendor: { ...NO_VENDOR, taxNumber: '999000804' } }))
    expect(await keep(idOf('refused'), { category: '' })).toMatchObject({ ok: false })
    expect(await listed()).toEqual([])
  })
})

describe('an expense written on this phone', () => {
  it('is there at once, waits, and is on the server exactly once', async () => {
    expect(unwrap(await save(id))).toMatchObject({ shown: 'waiting', rev: 0 })
    await sync()
    await sync()
    expect(device.server.expenses.size).toBe(1)
    expect(await findExpense(device.account.db, id)).toMatchObject({ shown: 'pending', rev: 1 })
  })

  it('written, corrected and canceled offline is sent as one operation', async () => {
    unwrap(await save(id))
    unwrap(await save(id, { category: 'OTHER' }))
    unwrap(await closeExpense(device.account, device.commands, { expenseId: id, status: 'canceled' }))
    expect(await listUnsent(device.account.db)).toHaveLength(1)
    await sync()
    expect(device.server.expenses.get(id)).toMatchObject({ status: 'canceled', category: 'OTHER', rev: 1 })
    expect(await findExpense(device.account.db, id)).toMatchObject({ shown: 'canceled' })
  })

  it('keeps a code of before another reading was chosen, when something else of it is corrected', async () => {
    unwrap(await save(id, { receiptCode: 'ZRB 17' }))
    await sync()
    await changeSettings(device, { expenseReceiptCodeManual: 'digits9' })
    expect(unwrap(await save(id, { receiptCode: 'ZRB 17', category: 'OTHER' }))).toMatchObject({
      receiptCode: 'ZRB 17',
      category: 'OTHER',
    })
    expect(await save(id, { receiptCode: 'ZRB 18' })).toMatchObject({
      ok: false,
      refusals: [{ path: 'receiptCode', code: 'EXPENSE_CODE_DIGITS9' }],
    })
  })

  it('has a code by the rule of entry by hand, where it was typed, and a scanned one of the authority in any case', async () => {
    await changeSettings(device, { expenseReceiptCodeManual: 'digits9' })
    const written = (receiptCode: string) => ({ ...expenseFields(), day: today(), receiptCode })
    const type = (receiptCode: string) =>
      saveExpense(device.account, device.commands, {
        expenseId: id,
        written: written(receiptCode),
        hasTypedCode: true,
      })
    for (const code of ['12345678', 'TEST00123']) {
      expect(await type(code)).toMatchObject({
        refusals: [{ path: 'receiptCode', code: 'EXPENSE_CODE_DIGITS9' }],
      })
    }
    expect(unwrap(await save(id, { receiptCode: 'TEST00123' }))).toMatchObject({ receiptCode: 'TEST00123' })
    expect(unwrap(await type('123456789'))).toMatchObject({ receiptCode: '123456789' })
  })

  it('is compared with what the authority answered, when its amount is corrected', async () => {
    const { db } = device.account
    const receipt = { receiptCode: 'TEST00123', receiptTime: '09:30:15' }
    unwrap(await save(id, receipt))
    await sync()
    const row = await findExpense(db, id)
    const known = { outcome: 'known' as const, tax: toCents(360_000), at: toInstant(device.clock.now()) }
    const authority = { ...known, total: toCents(2_360_000) }
    if (row) await db.expenses.put({ ...row, authority })
    const items = expenseFields().items.map((item) => ({ ...item, unitAmount: toCents(500) }))
    const payments = [{ method: 'CASH' as const, amount: toCents(500) }]
    expect(unwrap(await save(id, { ...receipt, items, payments })).authority?.outcome).toBe('differs')
    expect(unwrap(await save(id, receipt)).authority).toEqual(authority)
    expect(unwrap(await save(id, { ...receipt, receiptCode: 'TEST00124' })).authority).toBeUndefined()
  })

  it('keeps what its receipt filled in while the form of an edit was open', async () => {
    const { db } = device.account
    unwrap(await save(id))
    await sync()
    const seen = await findExpense(db, id)
    if (!seen) throw new Error('the expense is not there')
    await db.expenses.put({ ...seen, rev: 2, vendor: { ...seen.vendor, name: 'Umeme wa Mfano' } })
    const written = { ...expenseFields(), day: today(), category: 'OTHER' }
    unwrap(await saveExpense(device.account, device.commands, { expenseId: id, written, seen }))
    const [waiting] = await listUnsent(db)
    const body = waiting && readBody('expense.save', waiting)
    // The server compares with what the person saw: the category is the only change.
    expect(body?.base?.vendor.name).toBe('Umeme Mfano')
    expect(body?.base?.category).not.toBe('OTHER')
  })

  it('is refused at its field, and nothing is kept (spec §5)', async () => {
    expect(await save(id, { category: '' })).toMatchObject({
      ok: false,
      refusals: [{ path: 'category', code: 'EXPENSE_CATEGORY_REQUIRED' }],
    })
    expect(await listUnsent(device.account.db)).toHaveLength(0)
  })

  it('does not take the receipt of another one on this phone (spec §8)', async () => {
    unwrap(await save(id, { receiptCode: 'TEST00123' }))
    expect(await save(idOf('another'), { receiptCode: 'verify.tra.go.tz/TEST00123_101010' })).toMatchObject({
      refusals: [{ path: 'receiptCode', code: 'EXPENSE_CODE_REGISTERED' }],
    })
  })

  it('is not changed any more once it is processed (spec §4)', async () => {
    unwrap(await save(id))
    unwrap(await closeExpense(device.account, device.commands, { expenseId: id, status: 'processed' }))
    expect(await save(id)).toMatchObject({ refusals: [{ code: 'EXPENSE_NOT_PENDING' }] })
    expect(
      await closeExpense(device.account, device.commands, { expenseId: id, status: 'canceled' }),
    ).toMatchObject({ refusals: [{ code: 'EXPENSE_NOT_PENDING' }] })
  })

  describe('closed on this phone, and refused by the server', () => {
    const close = () => closeExpense(device.account, device.commands, { expenseId: id, status: 'processed' })

    it.each(['never had', 'has as pending'])('can be corrected where the server %s it', async (known) => {
      const { db } = device.account
      if (known === 'has as pending') {
        unwrap(await save(id))
        await sync()
      }
      unwrap(await save(id, { receiptCode: 'REFUSE' }))
      unwrap(await close())
      await sync()
      expect(await findExpense(db, id)).toMatchObject({ status: 'processed', shown: 'attention' })
      unwrap(await save(id, { receiptCode: 'TEST00125' }))
      await sync()
      expect(await listUnsent(db)).toEqual([])
      expect(device.server.expenses.get(id)).toMatchObject({ status: 'pending', receiptCode: 'TEST00125' })
      expect(await findExpense(db, id)).toMatchObject({ shown: 'pending' })
    })

    it('stays closed where the server has it as closed', async () => {
      unwrap(await save(id))
      await sync()
      const stored = device.server.expenses.get(id)
      if (stored) device.server.expenses.set(id, { ...stored, status: 'canceled', rev: 2 })
      device.server.record('expense', id)
      unwrap(await close())
      await sync()
      expect(await findExpense(device.account.db, id)).toMatchObject({ shown: 'attention' })
      expect(await save(id)).toMatchObject({ refusals: [{ code: 'EXPENSE_NOT_PENDING' }] })
    })
  })

  it('an edit that comes too late needs attention, and giving it up shows what the server has', async () => {
    unwrap(await save(id))
    await sync()
    const stored = device.server.expenses.get(id)
    if (stored) device.server.expenses.set(id, { ...stored, status: 'processed', rev: 2 })
    device.server.record('expense', id)
    unwrap(await save(id, { category: 'OTHER' }))
    await sync()
    const [failed] = await listUnsent(device.account.db)
    expect(failed?.last?.code).toBe('EXPENSE_NOT_PENDING')
    expect(await findExpense(device.account.db, id)).toMatchObject({ shown: 'attention' })
    unwrap(await discardWork(device.account, device.commands, { opId: failed?.opId ?? '' }))
    await sync()
    expect(await findExpense(device.account.db, id)).toMatchObject({
      shown: 'processed',
      category: 'ELECTRICITY',
    })
  })
})

describe('reading expenses', () => {
  it('lists the newest receipt first, and finds by vendor, code and whole amount', async () => {
    const { db } = device.account
    for (const [name, time] of [
      ['a', '08:00'],
      ['b', '10:00'],
      ['c', '09:00'],
    ] as const) {
      unwrap(await save(idOf(name), { time, receiptCode: `KODI ${name}` }))
    }
    const newest = await listExpenses(db, 2)
    expect(newest.map(({ time }) => time)).toEqual(['10:00', '09:00'])
    expect(await searchExpenses(db, 'umeme', 10)).toHaveLength(3)
    expect(await searchExpenses(db, 'kodi b', 10)).toHaveLength(1)
    expect(await searchExpenses(db, '23,600', 10)).toHaveLength(3)
    expect(await searchExpenses(db, '23,601', 10)).toHaveLength(0)
    expect(await listRecentVendors(db, 5)).toEqual([{ name: 'Umeme Mfano', taxNumber: '999000803' }])
  })

  it('suggests no recent vendor that was inactivated or merged, by name or number, and none of a canceled expense', async () => {
    const { account, commands } = device
    const names = async () => (await listRecentVendors(account.db, 9)).map(({ name }) => name)
    for (const [at, name, taxNumber] of [
      ['09:00', 'Duka la Asha', ''],
      ['08:00', 'Asha & Wanawe', '999000911'],
      ['07:00', 'Duka la Juma', ''],
      ['06:00', 'Mpya', '999000912'],
      ['05:00', 'Kosa', ''],
    ] as const) {
      const vendor = { ...NO_VENDOR, name, taxNumber }
      unwrap(await save(idOf(name), { time: at, receiptCode: `KODI ${name}`, vendor }))
    }
    const close = { expenseId: idOf('Kosa'), status: 'canceled' } as const
    unwrap(await closeExpense(account, commands, close))
    expect(await names()).toEqual(['Duka la Asha', 'Asha & Wanawe', 'Duka la Juma', 'Mpya'])
    const keep = async (form: Partial<VendorForm>, rest: { vendorId?: string; active?: boolean } = {}) =>
      unwrap(await saveVendor(account, commands, { form: vendorFields(form), ...rest })).id
    const asha = { name: 'Duka la Asha', taxNumber: '999000911' }
    await keep(asha, { vendorId: await keep(asha), active: false })
    const [juma, stays] = [await keep({ name: 'DUKA LA JUMA' }), await keep({ name: 'Juma Mfano' })]
    unwrap(await mergeVendor(account, commands, { goesId: juma, staysId: stays }))
    expect(await names()).toEqual(['Mpya'])
  })

  it('still suggests a recent vendor whose name or number a record that was not withdrawn has too', async () => {
    const { account, commands } = device
    const keep = async (form: Partial<VendorForm>, rest: { vendorId?: string; active?: boolean } = {}) =>
      unwrap(await saveVendor(account, commands, { form: vendorFields(form), ...rest })).id
    for (const [at, name, taxNumber] of [
      ['09:00', 'Duka la Asha', '999000911'],
      ['08:00', 'Duka la Juma', '999000912'],
      ['07:00', 'Duka la Neema', '999000913'],
    ] as const) {
      const vendor = { ...NO_VENDOR, name, taxNumber }
      unwrap(await save(idOf(name), { time: at, receiptCode: `KODI ${name}`, vendor }))
    }
    // A namesake was switched off, and two records of one name were merged.
    await keep({ name: 'Duka la Asha', taxNumber: '999000911' })
    const namesake = { name: 'DUKA LA ASHA', taxNumber: '999000921' }
    await keep(namesake, { vendorId: await keep(namesake), active: false })
    const staysId = await keep({ name: 'Duka la Juma' })
    const goesId = await keep({ name: 'Duka la Juma', taxNumber: '999000912' })
    unwrap(await mergeVendor(account, commands, { goesId, staysId }))
    // The number is that of a vendor that was switched off.
    await keep({ name: 'Duka la Neema' })
    const neema = { name: 'Neema Mfano', taxNumber: '999000913' }
    await keep(neema, { vendorId: await keep(neema), active: false })
    expect((await listRecentVendors(account.db, 9)).map(({ name }) => name)).toEqual([
      'Duka la Asha',
      'Duka la Juma',
    ])
  })

  it('finds the category that a vendor usually has, of those that are still in use', async () => {
    const { account, commands } = device
    const row = unwrap(await save(idOf('a'), { time: '08:00', receiptCode: 'KODI a' }))
    const form = { name: 'Jiko', code: 'JIKO', description: '' }
    const own = unwrap(await saveCategory(account, commands, { form }))
    unwrap(
      await save(idOf('b'), {
        ...{ time: '09:00', receiptCode: 'KODI b' },
        category: 'OTHER',
        categoryId: own.id,
      }),
    )
    const usual = () => findVendorCategory(account.db, '999000803')
    expect(await usual()).toMatchObject({ category: 'OTHER', categoryId: own.id })
    unwrap(await saveCategory(account, commands, { categoryId: own.id, form, active: false }))
    expect(await usual()).toMatchObject({ category: 'ELECTRICITY' })
    const categoryId = defaultCategoryId(row.companyId, 'ELECTRICITY')
    const usualForm = { name: '', code: 'ELECTRICITY', description: '' }
    unwrap(await saveCategory(account, commands, { categoryId, form: usualForm, active: false }))
    expect(await usual()).toBeUndefined()
  })
})
