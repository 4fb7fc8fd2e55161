import { beforeEach, expect, it } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { deleteCustomer } from '#commands/delete-from-catalogue.ts'
import { submitInvoice } from '#commands/invoices.ts'
import { mergeCustomer } from '#commands/merge-customers.ts'
import { discardWork } from '#commands/stuck-work.ts'
import { listInvoicesOf } from '#data/collections.ts'
import { findCustomer, listCustomers } from '#data/customers.ts'
import { listIdsOf, readMergeTargets } from '#data/merged-customers.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { isListed } from '#data/search-rows.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createCustomer, createProduct, refuseFirst, unwrap } from '../sync/shop.ts'

let device: Device
let kept: string
let merged: string
beforeEach(async () => {
  device = await Device.make()
  kept = await createCustomer(device, 'Juma', '100000001')
  merged = await createCustomer(device, 'Juma Mfano', '100000002')
})

const sync = () => runSync(device.account, device.deps, 'enqueued')
const merge = () => mergeCustomer(device.account, device.commands, { customerId: merged, intoId: kept })
const listed = async () =>
  (await listCustomers(device.account.db, { limit: 10 })).filter(isListed).map(({ id }) => id)

async function sellTo(customerId: string): Promise<string> {
  const content = aSale(await createProduct(device))
  const customer = { ...content.customer, customerId, name: 'Juma' }
  const result = await submitInvoice(device.account, device.commands, { content: { ...content, customer } })
  return unwrap(result).id
}

async function invoicesOfKept(): Promise<string[]> {
  const { db } = device.account
  const row = await findCustomer(db, kept)
  if (!row) throw new Error('the customer that stays is gone')
  return (await listInvoicesOf(db, await listIdsOf(db, row))).map(({ id }) => id)
}

it('without a line: the other one is gone from the list at once, and its invoices are those of the one that stays', async () => {
  const sold = await sellTo(merged)
  unwrap(await merge())
  unwrap(await merge())
  expect(await listed()).toEqual([kept])
  expect(await invoicesOfKept()).toEqual([sold])
  expect((await readMergeTargets(device.account.db))(merged)).toBe(kept)
  const merges = (await listUnsent(device.account.db)).filter(({ type }) => type === 'customer.merge')
  expect(merges).toHaveLength(1)
  expect(await deleteCustomer(device.account, device.commands, kept)).toMatchObject({
    refusals: [{ code: 'CUSTOMER_HAS_INVOICES' }],
  })
})

it('a merge that the server refused gives way to one with another customer', async () => {
  const { account, commands } = device
  const third = await createCustomer(device, 'Juma wa tatu', '100000003')
  await sync()
  unwrap(await merge())
  await refuseFirst(device, 'CUSTOMER_NOT_FOUND')
  expect(await listed()).toContain(merged)
  unwrap(await mergeCustomer(account, commands, { customerId: merged, intoId: third }))
  const bodies = (await listUnsent(account.db)).map(({ body }) => JSON.parse(body) as unknown)
  expect(bodies).toEqual([{ customerId: merged, intoId: third }])
  expect((await readMergeTargets(account.db))(merged)).toBe(third)
})

it('after the server has it, invoices stay where they are and later sales go to the one that stays', async () => {
  const sold = await sellTo(merged)
  unwrap(await merge())
  await sync()
  await sync()
  const { db } = device.account
  expect(await findCustomer(db, merged)).toBeUndefined()
  expect(await findCustomer(db, kept)).toMatchObject({ mergedIds: [merged], pending: { kind: 'none' } })
  expect(await invoicesOfKept()).toEqual([sold])
  expect(device.server.invoices.get(sold)?.customer.customerId).toBe(merged)
  const later = await sellTo(merged)
  expect((await db.invoices.get(later))?.customer.customerId).toBe(kept)
  // An edit afterwards loses nothing of it.
  const row = await findCustomer(db, kept)
  if (!row) throw new Error('the customer that stays is gone')
  const form = { ...row, email: 'juma@example.com' }
  unwrap(await saveCustomer(device.account, device.commands, { customerId: kept, form }))
  await sync()
  await sync()
  expect(await findCustomer(db, kept)).toMatchObject({ mergedIds: [merged], email: 'juma@example.com' })
})

it('another phone learns of it by the feed', async () => {
  const sold = await sellTo(merged)
  unwrap(await merge())
  await sync()
  const other = await Device.make({ server: device.server })
  await runSync(other.account, other.deps, 'enqueued')
  const { db } = other.account
  expect((await readMergeTargets(db))(merged)).toBe(kept)
  const row = await findCustomer(db, kept)
  const ids = row ? await listIdsOf(db, row) : []
  expect((await listInvoicesOf(db, ids)).map(({ id }) => id)).toEqual([sold])
})

it('a refused merge that is discarded leaves both as they were', async () => {
  await sync()
  unwrap(await merge())
  const { opId } = await refuseFirst(device, 'CUSTOMER_NOT_FOUND')
  unwrap(await discardWork(device.account, device.commands, { opId }))
  expect((await listed()).toSorted()).toEqual([kept, merged].toSorted())
  expect((await readMergeTargets(device.account.db))(merged)).toBe(merged)
})
