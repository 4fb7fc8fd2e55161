import { beforeEach, describe, expect, it } from 'vitest'
import { saveCustomer, saveProduct } from '#commands/catalogue.ts'
import { saveCategory } from '#commands/categories.ts'
import { closeExpense, saveExpense } from '#commands/expenses.ts'
import { discardWork } from '#commands/stuck-work.ts'
import { saveVendor } from '#commands/vendors.ts'
import { findCustomer } from '#data/customers.ts'
import { upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { findProduct } from '#data/products.ts'
import type { UncheckedExpense } from '#domain/expenses/check-expense.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { toCents } from '#domain/money/cents.ts'
import { runSync } from '#sync/run-sync.ts'
import { exportUnsent } from '#sync/transfer/export-unsent.ts'
import { expenseFields } from '../support/expense-input.ts'
import { vendorFields } from '../support/vendor-input.ts'
import { Device, idOf } from '../sync/device.ts'
import { createCustomer, createProduct, unwrap } from '../sync/shop.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

const sync = () => runSync(device.account, device.deps, 'person')
const today = () => new Date(device.clock.now()).toISOString().slice(0, 10)
const id = idOf('an expense')

async function spend(change: Partial<UncheckedExpense> = {}): Promise<void> {
  const written = { ...expenseFields(), day: today(), ...change }
  unwrap(await saveExpense(device.account, device.commands, { expenseId: id, written }))
}

async function makeFile(text: string): Promise<ExpenseFile> {
  const bytes = new TextEncoder().encode(`%PDF-1.7 ${text}`).buffer
  const file = { sha256: await hashBytes(bytes), type: 'application/pdf' as const, size: bytes.byteLength }
  await upsertFile(device.account.db, { ...file, at: device.clock.now(), sent: 0 }, bytes)
  return { ...file, name: `${text}.pdf` }
}

/**
 * A writing that was never sent is replaced by the next one. The server merges by what a writing says that it changed,
 * so the next one has to say what both of them did.
 */
describe('two edits of one record while offline', () => {
  it('wait for the same, since the second takes the place of the first', async () => {
    const { account, commands } = device
    const { db } = account
    const vendor = unwrap(await saveVendor(account, commands, { form: vendorFields() })).id
    const form = { name: 'Ulinzi', code: 'GUARD', description: '' }
    const categoryId = unwrap(await saveCategory(account, commands, { form })).id
    await spend()
    for (const entry of await listUnsent(db))
      await db.outbox.put({ ...entry, dependsOn: ['what comes first'] })
    unwrap(await saveVendor(account, commands, { vendorId: vendor, form: vendorFields({ name: 'Mpya' }) }))
    unwrap(await saveCategory(account, commands, { categoryId, form: { ...form, name: 'Walinzi' } }))
    await spend({ time: '10:30' })
    const entries = await listUnsent(db)
    expect(entries.map(({ type }) => type).sort()).toEqual(['category.save', 'expense.save', 'vendor.save'])
    for (const entry of entries) expect(entry.dependsOn).toEqual(['what comes first'])
  })

  it('both reach the server: of a customer', async () => {
    const customerId = await createCustomer(device)
    await sync()
    const form = {
      ...{
        name: 'Juma',
        identificationType: 'TAX_IDENTIFICATION_NUMBER' as const,
        vatRegistrationNumber: '',
      },
      ...{ identificationNumber: '100000001', phone: '', email: '' },
    }
    for (const change of [{ name: 'Juma Hassan' }, { name: 'Juma Hassan', phone: '754000009' }]) {
      const input = { customerId, form: { ...form, ...change } }
      unwrap(await saveCustomer(device.account, device.commands, input))
    }
    expect(await listUnsent(device.account.db)).toHaveLength(1)
    await sync()
    const both = { name: 'Juma Hassan', phone: '+255754000009' }
    expect(device.server.customers.get(customerId)).toMatchObject(both)
    expect(await findCustomer(device.account.db, customerId)).toMatchObject(both)
  })

  it('both reach the server: of a product', async () => {
    const productId = await createProduct(device)
    await sync()
    const form = { name: 'Sukari', unit: 'kg', unitPrice: toCents(250_000), taxType: 'exempted' as const }
    for (const change of [{ unit: 'g' }, { unit: 'g', unitPrice: toCents(300) }]) {
      const input = { productId, form: { ...form, ...change } }
      unwrap(await saveProduct(device.account, device.commands, input))
    }
    await sync()
    expect(device.server.products.get(productId)).toMatchObject({ unit: 'g', unitPrice: 300 })
    expect(await findProduct(device.account.db, productId)).toMatchObject({ unit: 'g', unitPrice: 300 })
  })

  it('both reach the server: of an expense, with its files, also when the second one closes it', async () => {
    await spend()
    await sync()
    const file = await makeFile('risiti')
    await spend({ category: 'OTHER', files: [file] })
    unwrap(await closeExpense(device.account, device.commands, { expenseId: id, status: 'processed' }))
    await sync()
    expect(device.server.expenses.get(id)).toMatchObject({
      category: 'OTHER',
      status: 'processed',
      files: [file],
    })
  })

  it('the second edit that corrects a refused field also sends the rest of the first', async () => {
    await spend()
    await sync()
    const file = await makeFile('risiti')
    await spend({ receiptCode: 'REFUSE', files: [file] })
    await sync()
    expect((await listUnsent(device.account.db)).map(({ state }) => state)).toEqual(['attention', 'blocked'])
    await spend({ files: [file] })
    await sync()
    expect(await listUnsent(device.account.db)).toEqual([])
    expect(device.server.expenses.get(id)?.files).toEqual([file])
  })

  it('what another user changed meanwhile stays', async () => {
    await spend()
    await sync()
    const stored = device.server.expenses.get(id)
    if (stored) device.server.expenses.set(id, { ...stored, time: '23:00', rev: 2 })
    await spend({ category: 'OTHER' })
    await spend({ category: 'OTHER', receiptCode: 'TEST00123' })
    await sync()
    expect(device.server.expenses.get(id)).toMatchObject({
      ...{ category: 'OTHER', time: '23:00', receiptCode: 'TEST00123' },
    })
  })
})

describe('an edit behind a creation that may have been done', () => {
  it.each(['its answer was lost', 'it was handed over'])(
    'a file that is taken off stays off: %s',
    async (how) => {
      await spend({ files: [await makeFile('risiti')] })
      if (how === 'it was handed over') await exportUnsent(device.account, device.clock.now())
      else {
        device.server.willFail('answer-lost')
        await runSync(device.account, device.deps, 'enqueued')
      }
      await spend({ files: [] })
      device.clock.move(60_000)
      await sync()
      await sync()
      expect(await listUnsent(device.account.db)).toEqual([])
      expect(device.server.expenses.get(id)?.files ?? []).toEqual([])
    },
  )

  it('what another user changed in the new record meanwhile stays', async () => {
    const customerId = await createCustomer(device)
    device.server.willFail('answer-lost')
    await runSync(device.account, device.deps, 'enqueued')
    const stored = device.server.customers.get(customerId)
    if (!stored) throw new Error('not there')
    device.server.customers.set(customerId, { ...stored, phone: '+255754000009', rev: 2 })
    device.server.record('customer', customerId)
    const form = {
      ...{ name: 'Juma Hassan', identificationType: 'TAX_IDENTIFICATION_NUMBER' as const },
      ...{ identificationNumber: '100000001', phone: '', email: '', vatRegistrationNumber: '' },
    }
    unwrap(await saveCustomer(device.account, device.commands, { customerId, form }))
    device.clock.move(60_000)
    await sync()
    expect(await listUnsent(device.account.db)).toEqual([])
    const merged = { name: 'Juma Hassan', phone: '+255754000009' }
    expect(device.server.customers.get(customerId)).toMatchObject(merged)
    expect(await findCustomer(device.account.db, customerId)).toMatchObject(merged)
  })
})

it('a file that was added to an expense by a discarded edit is not sent', async () => {
  await spend()
  await sync()
  const stored = device.server.expenses.get(id)
  if (stored) device.server.expenses.set(id, { ...stored, status: 'processed', rev: 2 })
  const file = await makeFile('risiti')
  await spend({ files: [file] })
  await sync()
  const [failed] = await listUnsent(device.account.db)
  expect(failed?.last?.code).toBe('EXPENSE_NOT_PENDING')
  unwrap(await discardWork(device.account, device.commands, { opId: failed?.opId ?? '' }))
  expect(await listUnsent(device.account.db)).toEqual([])
  await sync()
  expect(device.server.files.size).toBe(0)
})
