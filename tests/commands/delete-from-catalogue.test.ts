import { beforeEach, expect, it } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { deleteCustomer, deleteProduct } from '#commands/delete-from-catalogue.ts'
import { saveDraft } from '#commands/invoices.ts'
import { discardWork } from '#commands/stuck-work.ts'
import { findCustomer, searchCustomers } from '#data/customers.ts'
import { listArchivedCustomers } from '#data/inactive-rows.ts'
import { listAttention, listUnsent } from '#data/outbox-entries.ts'
import { searchProducts } from '#data/product-search.ts'
import { findProduct } from '#data/products.ts'
import { findArchivedMatch } from '#data/same-customer.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createCustomer, createProduct, createSubmission, refuseFirst, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
let customer: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  customer = await createCustomer(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const db = () => device.account.db
const found = async () => (await searchCustomers(db(), 'juma', 5)).length

it('takes a customer off the lists at once, and the record when the server has agreed', async () => {
  unwrap(await deleteCustomer(device.account, device.commands, customer))
  expect(await found()).toBe(0)
  expect(await findCustomer(db(), customer)).toMatchObject({ pending: { kind: 'waiting', deletes: true } })
  unwrap(await deleteCustomer(device.account, device.commands, customer))
  expect((await listUnsent(db())).map(({ type }) => type)).toEqual(['customer.delete'])
  await runSync(device.account, device.deps, 'enqueued')
  expect(await findCustomer(db(), customer)).toBeUndefined()
  expect(await listUnsent(db())).toEqual([])
})

it('a deletion that the server refused is asked for again by the next one', async () => {
  unwrap(await deleteCustomer(device.account, device.commands, customer))
  const refused = await refuseFirst(device, 'CUSTOMER_HAS_INVOICES')
  expect(await found()).toBe(1)
  unwrap(await deleteCustomer(device.account, device.commands, customer))
  expect(await found()).toBe(0)
  const [again, ...others] = await listUnsent(db())
  expect([again?.type, others]).toEqual(['customer.delete', []])
  expect(again?.opId).not.toBe(refused.opId)
})

it('shows a customer again that the server does not delete, and discards the deletion when a person says so', async () => {
  device.server.refuseDeletes = 'CUSTOMER_HAS_INVOICES'
  unwrap(await deleteCustomer(device.account, device.commands, customer))
  await runSync(device.account, device.deps, 'enqueued')
  expect(await found()).toBe(1)
  expect(await findCustomer(db(), customer)).toMatchObject({
    pending: { kind: 'attention', code: 'CUSTOMER_HAS_INVOICES' },
  })
  const [stuck] = await listAttention(db())
  if (!stuck) throw new Error('nothing needs a person')
  await discardWork(device.account, device.commands, stuck)
  expect(await findCustomer(db(), customer)).toMatchObject({ pending: { kind: 'none' } })
})

it('refuses to delete what is on an invoice or in a draft (spec §8 delete error)', async () => {
  await createSubmission(device, product, { customerId: customer })
  const ofCustomer = await deleteCustomer(device.account, device.commands, customer)
  expect(ofCustomer).toMatchObject({ ok: false, refusals: [{ code: 'CUSTOMER_HAS_INVOICES' }] })
  const ofProduct = await deleteProduct(device.account, device.commands, product)
  expect(ofProduct).toMatchObject({ ok: false, refusals: [{ code: 'PRODUCT_HAS_SALES' }] })
  const salt = await createProduct(device, 'Chumvi')
  unwrap(await saveDraft(device.account, device.commands, { content: aSale(salt) }))
  expect((await deleteProduct(device.account, device.commands, salt)).ok).toBe(false)
})

it('deletes a product that was never sold', async () => {
  const salt = await createProduct(device, 'Chumvi')
  unwrap(await deleteProduct(device.account, device.commands, salt))
  expect(await searchProducts(db(), 'chumvi', 5)).toEqual([])
  await runSync(device.account, device.deps, 'enqueued')
  expect(await findProduct(db(), salt)).toBeUndefined()
})

it('lets the number of a deleted customer be used again at once', async () => {
  const row = await findCustomer(db(), customer)
  if (!row) throw new Error('no customer')
  unwrap(await deleteCustomer(device.account, device.commands, customer))
  const again = unwrap(await saveCustomer(device.account, device.commands, { form: row }))
  expect(again.id).not.toBe(customer)
  await runSync(device.account, device.deps, 'enqueued')
  expect(await findCustomer(db(), customer)).toBeUndefined()
  expect(await listAttention(db())).toEqual([])
  expect(await found()).toBe(1)
})

it('says that the number belongs to a customer in the archive, and finds that customer', async () => {
  const row = await findCustomer(db(), customer)
  if (!row) throw new Error('no customer')
  const archive = { customerId: customer, form: row, active: false }
  unwrap(await saveCustomer(device.account, device.commands, archive))
  const same = await saveCustomer(device.account, device.commands, { form: row })
  expect(same).toMatchObject({ refusals: [{ path: '', code: 'CUSTOMER_ARCHIVED' }] })
  const form = { ...row, name: 'Asha' }
  const other = await saveCustomer(device.account, device.commands, { form })
  expect(other).toMatchObject({ refusals: [{ path: 'identificationNumber', code: 'CUSTOMER_ARCHIVED' }] })
  expect((await findArchivedMatch(db(), { ...form, id: '' }))?.id).toBe(customer)
  unwrap(await saveCustomer(device.account, device.commands, { ...archive, active: true }))
  expect(await findArchivedMatch(db(), { ...form, id: '' })).toBeUndefined()
})

it('archives one of two customers with the same number, as another phone may have added it', async () => {
  const row = await findCustomer(db(), customer)
  if (!row) throw new Error('no customer')
  await db().customers.put({ ...row, id: crypto.randomUUID(), name: 'Asha' })
  unwrap(
    await saveCustomer(device.account, device.commands, { customerId: customer, form: row, active: false }),
  )
  expect((await findCustomer(db(), customer))?.active).toBe(false)
})

it('archives a customer: not found any more, but listed among the archived', async () => {
  const row = await findCustomer(db(), customer)
  if (!row) throw new Error('no customer')
  const archive = { customerId: customer, form: row, active: false }
  unwrap(await saveCustomer(device.account, device.commands, archive))
  expect(await found()).toBe(0)
  expect((await listArchivedCustomers(db(), 5)).map(({ id }) => id)).toEqual([customer])
  unwrap(await saveCustomer(device.account, device.commands, { ...archive, active: true }))
  expect(await found()).toBe(1)
  expect(await listArchivedCustomers(db(), 5)).toEqual([])
})

it('says that a customer is registered already: same name and number, or same name and phone (spec §8)', async () => {
  const again = await findCustomer(db(), customer)
  if (!again) throw new Error('no customer')
  const outcome = await saveCustomer(device.account, device.commands, { form: again })
  expect(outcome).toMatchObject({ refusals: [{ path: '', code: 'CUSTOMER_ALREADY_REGISTERED' }] })
  const form = {
    ...again,
    name: 'Mama Neema',
    identificationType: 'NO_IDENTIFICATION' as const,
    identificationNumber: '',
    phone: '0754123456',
  }
  unwrap(await saveCustomer(device.account, device.commands, { form }))
  const twice = await saveCustomer(device.account, device.commands, {
    form: { ...form, name: 'mama  neema', phone: '+255 754 123 456' },
  })
  expect(twice).toMatchObject({ refusals: [{ code: 'CUSTOMER_ALREADY_REGISTERED' }] })
})
