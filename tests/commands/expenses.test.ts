import { beforeEach, describe, expect, it } from 'vitest'
import { saveCategory } from '#commands/categories.ts'
import { closeExpense, saveExpense } from '#commands/expenses.ts'
import { discardWork } from '#commands/stuck-work.ts'
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
import { runSync } from '#sync/run-sync.ts'
import { expenseFields } from '../support/expense-input.ts'
import { Device, idOf } from '../sync/device.ts'
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
  const listed = () => listVendors(device.account.db, { limit: 10 })
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
  it('lists the newest receipt first, page by page, and finds by vendor, code and whole amount', async () => {
    const { db } = device.account
    for (const [name, time] of [
      ['a', '08:00'],
      ['b', '10:00'],
      ['c', '09:00'],
    ] as const) {
      unwrap(await save(idOf(name), { time, receiptCode: `KODI ${name}` }))
    }
    const first = await listExpenses(db, { limit: 2 })
    expect(first.map(({ time }) => time)).toEqual(['10:00', '09:00'])
    const rest = await listExpenses(db, { limit: 2, before: first.at(-1)?.orderKey ?? '' })
    expect(rest.map(({ time }) => time)).toEqual(['08:00'])
    expect(await searchExpenses(db, 'umeme', 10)).toHaveLength(3)
    expect(await searchExpenses(db, 'kodi b', 10)).toHaveLength(1)
    expect(await searchExpenses(db, '23,600', 10)).toHaveLength(3)
    expect(await searchExpenses(db, '23,601', 10)).toHaveLength(0)
    expect(await listRecentVendors(db, 5)).toEqual([{ name: 'Umeme Mfano', taxNumber: '999000803' }])
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
