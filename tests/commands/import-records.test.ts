import { beforeEach, expect, it } from 'vitest'
import { saveCustomer, saveProduct } from '#commands/catalogue.ts'
import { importCustomers, importProducts, type RowToImport } from '#commands/import-records.ts'
import { submitInvoice } from '#commands/invoices.ts'
import { discardWork } from '#commands/stuck-work.ts'
import { findCustomer } from '#data/customers.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { findProduct } from '#data/products.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import { toCents } from '#domain/money/cents.ts'
import { requeueLostWork } from '#sync/requeue-lost-work.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { refuseFirst, unwrap } from '../sync/shop.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

function aCustomer(at: number, change: Partial<CustomerFields> = {}): CustomerFields {
  return {
    name: `Mteja ${at}`,
    identificationType: 'PASSPORT',
    identificationNumber: `A${100_000 + at}`,
    phone: '',
    email: '',
    vatRegistrationNumber: '',
    ...change,
  }
}
const rowsOf = (customers: readonly CustomerFields[]): RowToImport<CustomerFields>[] =>
  customers.map((fields, at) => ({ row: at + 2, fields }))
const many = (count: number) => rowsOf(Array.from({ length: count }, (_, at) => aCustomer(at)))
const take = async (at: Device, rows: readonly RowToImport<CustomerFields>[]) =>
  unwrap(await importCustomers(at.account, at.commands, rows))
const sync = (at: Device) => runSync(at.account, at.deps, 'enqueued')

it('a chunk of a file is on this phone at once, waits as one operation, and is on the server once', async () => {
  const { db } = device.account
  expect(await take(device, many(100))).toEqual({ written: 100, failed: [] })
  const waiting = await listUnsent(db)
  expect(waiting.map(({ type }) => type)).toEqual(['customer.import'])
  expect(await findMeta(db, 'pending')).toBe(1)
  const rows = await db.customers.toArray()
  expect(rows.every(({ pending }) => pending.kind === 'waiting')).toBe(true)
  await sync(device)
  expect(device.server.customers.size).toBe(100)
  expect(await findMeta(db, 'pending')).toBe(0)
  expect(
    (await db.customers.toArray()).every(({ pending, rev }) => pending.kind === 'none' && rev === 1),
  ).toBe(true)
})

it('the same rows again, before or after sending, and on another phone, create no duplicates (spec §5)', async () => {
  expect((await take(device, many(30))).written).toBe(30)
  expect((await take(device, many(30))).written).toBe(0)
  await sync(device)
  expect((await take(device, many(30))).written).toBe(0)
  const nobodyKnown = rowsOf(
    many(30).map(({ fields }) => ({
      ...fields,
      identificationType: 'NO_IDENTIFICATION' as const,
      identificationNumber: '',
    })),
  )
  await take(device, nobodyKnown)
  await take(device, nobodyKnown)
  await sync(device)
  const other = await Device.make({ server: device.server })
  expect((await take(other, many(30))).written).toBe(30)
  await sync(other)
  expect(device.server.customers.size).toBe(60)
})

it('an edit of an imported customer that is not sent yet is sent after its chunk, and wins', async () => {
  await take(device, many(2))
  const [row] = await device.account.db.customers.toArray()
  if (!row) throw new Error('nobody was written')
  const edit = (name: string) =>
    saveCustomer(device.account, device.commands, { customerId: row.id, form: { ...row, name } })
  unwrap(await edit('Asha'))
  unwrap(await edit('Asha Mfano'))
  const [chunk, save, ...others] = await listUnsent(device.account.db)
  expect(others).toEqual([])
  expect(save).toMatchObject({ type: 'customer.save', dependsOn: [chunk?.opId] })
  await sync(device)
  expect(device.server.customers.get(row.id)).toMatchObject({ name: 'Asha Mfano' })
  expect(await findCustomer(device.account.db, row.id)).toMatchObject({ pending: { kind: 'none' } })
})

it('a sale of an imported product waits for its chunk', async () => {
  const fields = { name: 'Sukari', unit: 'kg', unitPrice: toCents(250_000), taxType: 'exempted' } as const
  unwrap(await importProducts(device.account, device.commands, [{ row: 2, fields }]))
  const [product] = await device.account.db.products.toArray()
  unwrap(await submitInvoice(device.account, device.commands, { content: aSale(product?.id ?? '') }))
  const [chunk, sale] = await listUnsent(device.account.db)
  expect(sale).toMatchObject({ type: 'invoice.submit', dependsOn: [chunk?.opId] })
})

it('a row that the server refuses becomes a save of its own that needs a person; the others are written', async () => {
  const { db } = device.account
  await take(device, rowsOf([aCustomer(1), aCustomer(2, { name: 'REFUSE me' }), aCustomer(3)]))
  await sync(device)
  await sync(device)
  expect([...device.server.customers.values()].map(({ name }) => name)).toEqual(['Mteja 1', 'Mteja 3'])
  const [refused, ...others] = await listUnsent(db)
  expect(others).toEqual([])
  expect(refused).toMatchObject({ type: 'customer.save', state: 'attention' })
  const rows = await db.customers.toArray()
  expect(rows.find(({ name }) => name === 'REFUSE me')?.pending.kind).toBe('attention')
})

it('a row about a customer that waits with other work is saved behind that work', async () => {
  const saved = unwrap(
    await saveCustomer(device.account, device.commands, { form: aCustomer(1, { name: 'Asha' }) }),
  )
  const fields = aCustomer(1, { name: 'Asha', email: 'asha@example.com' })
  expect(await take(device, [{ row: 2, id: saved.id, fields }])).toEqual({ written: 1, failed: [] })
  await sync(device)
  expect(device.server.customers.get(saved.id)).toMatchObject({ email: 'asha@example.com' })
})

it('a discarded chunk takes its new records with it and shows the changed ones as the server has them', async () => {
  const { account, commands } = device
  const { db } = account
  const saved = unwrap(await saveCustomer(account, commands, { form: aCustomer(1) }))
  await sync(device)
  await take(device, [
    { row: 2, id: saved.id, fields: aCustomer(1, { email: 'mpya@example.com' }) },
    { row: 3, fields: aCustomer(2) },
  ])
  expect(await findCustomer(db, saved.id)).toMatchObject({ email: 'mpya@example.com' })
  const { opId } = await refuseFirst(device, 'FORBIDDEN')
  unwrap(await discardWork(account, commands, { opId }))
  const rows = await db.customers.toArray()
  expect(rows).toMatchObject([{ id: saved.id, email: '', pending: { kind: 'none' } }])
})

it('a discarded chunk leaves nothing behind that only the file had', async () => {
  const { account, commands } = device
  const form = { name: 'Sukari', unit: 'kg', unitPrice: toCents(300_000), taxType: 'standard' as const }
  const { id } = unwrap(await saveProduct(account, commands, { form }))
  await sync(device)
  const fields = { ...form, barcode: '4006381333931', category: 'Chakula' }
  expect(unwrap(await importProducts(account, commands, [{ row: 2, id, fields }])).written).toBe(1)
  const { opId } = await refuseFirst(device, 'FORBIDDEN')
  unwrap(await discardWork(account, commands, { opId }))
  const product = await findProduct(account.db, id)
  expect([product?.barcode, product?.category, product?.rev]).toEqual([undefined, undefined, 1])
})

it('records of a chunk that still waits are not taken for lost work after a restart', async () => {
  await take(device, many(3))
  unwrap(await saveCustomer(device.account, device.commands, { form: aCustomer(9) }))
  const { db } = device.account
  const entries = await listUnsent(db)
  await db.outbox.delete(entries[1]?.seq ?? 0)
  expect(await requeueLostWork(device.account, Date.now())).toBe(1)
  const types = (await listUnsent(db)).map(({ type }) => type)
  expect(types).toEqual(['customer.import', 'customer.save'])
})

it('an inactive product of a price list is sold again, also when its earlier change is not sent yet', async () => {
  const { account, commands } = device
  const fields = { name: 'Maji', unit: '', unitPrice: toCents(50_000), taxType: 'standard' as const }
  const { id } = unwrap(await saveProduct(account, commands, { form: fields }))
  const makeInactive = async () =>
    unwrap(await saveProduct(account, commands, { productId: id, form: fields, active: false }))
  const isActive = async () => (await findProduct(account.db, id))?.active
  const row = { row: 2, id, fields: { ...fields, unitPrice: toCents(60_000) } }
  await makeInactive()
  unwrap(await importProducts(account, commands, [row]))
  expect(await isActive()).toBe(true)
  await sync(device)
  await makeInactive()
  await sync(device)
  expect(await isActive()).toBe(false)
  unwrap(await importProducts(account, commands, [row]))
  expect((await listUnsent(account.db)).map(({ type }) => type)).toEqual(['product.import'])
  expect(await isActive()).toBe(true)
})

it('an archived customer of a file is on the list again, also when the archiving is not sent yet', async () => {
  const { account, commands } = device
  const { id } = unwrap(await saveCustomer(account, commands, { form: aCustomer(1) }))
  const archive = async () =>
    unwrap(await saveCustomer(account, commands, { customerId: id, form: aCustomer(1), active: false }))
  const isListed = async () => (await findCustomer(account.db, id))?.active
  const row = { row: 2, id, fields: aCustomer(1) }
  await archive()
  expect(await take(device, [row])).toEqual({ written: 1, failed: [] })
  expect(await isListed()).toBe(true)
  await sync(device)
  await archive()
  await sync(device)
  expect(await isListed()).toBe(false)
  await take(device, [row])
  expect((await listUnsent(account.db)).map(({ type }) => type)).toEqual(['customer.import'])
  expect(await isListed()).toBe(true)
  await sync(device)
  expect(device.server.customers.get(id)).toMatchObject({ active: true })
})
