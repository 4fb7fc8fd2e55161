import { beforeEach, expect, it } from 'vitest'
import { cancelInvoice } from '#commands/invoices.ts'
import { addStock } from '#commands/stock.ts'
import { discardWork, sendAgain } from '#commands/stuck-work.ts'
import { dailyTotals, unsentTotals } from '#data/aggregates.ts'
import { readCanceledVat } from '#data/canceled-vat.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readStock } from '#data/stock.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { pullAndReconcile } from '#sync/pull-and-reconcile.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { Device } from '../sync/device.ts'
import { createProduct, createSubmission, unwrap } from '../sync/shop.ts'

const DAY = { from: '2026-11-21', to: '2026-11-21' }
const PRICE = 250_000

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const cancel = async (phone: Device, invoiceId: string) =>
  unwrap(await cancelInvoice(phone.account, phone.commands, { invoiceId, reason: 'wrong price' }))
const level = async () => (await readStock(device.account.db, [product])).get(product)
const count = (pieces: number) =>
  addStock(device.account, device.commands, {
    productId: product,
    reason: 'counted',
    entered: toQuantity(pieces * 1_000),
  })
const canceledHere = async () => {
  const [day] = await dailyTotals(device.account.db, DAY)
  return day?.figures.canceledGross ?? 0
}
const added = () => device.account.db.overlays.toArray()

async function createNumbered(): Promise<string> {
  const { id } = await createSubmission(device, product)
  await sendNow(device.account, device.deps)
  expect((await findInvoice(device.account.db, id))?.receipt?.gc).toBe(1)
  return id
}

it('counts in the totals and the stock of this phone, so that a count made meanwhile is right', async () => {
  const id = await createNumbered()
  await count(10)
  await cancel(device, id)
  expect(await canceledHere()).toBe(PRICE)
  expect((await unsentTotals(device.account.db, DAY))[0]?.figures.canceledCount).toBe(1)
  expect(await level()).toBe(11_000)
  await count(11)
  const counted = (await listUnsent(device.account.db)).at(-1)
  expect(JSON.parse(counted?.body ?? '')).toMatchObject({ quantity: 0 })
})

it('its VAT is known while it waits and afterwards, as many times as the totals count it', async () => {
  const id = await createNumbered()
  const sold = await findInvoice(device.account.db, id)
  const month = { from: '2026-11-01' as FiscalDay, to: '2026-11-30' as FiscalDay }
  const vat = () => readCanceledVat(device.account.db, month)
  expect(await vat()).toEqual({ vat: 0, counted: 0 })
  await cancel(device, id)
  expect(await vat()).toEqual({ vat: sold?.totals.totalVat, counted: 1 })
  await sendNow(device.account, device.deps)
  expect((await findInvoice(device.account.db, id))?.status).toBe('canceled')
  expect(await vat()).toEqual({ vat: sold?.totals.totalVat, counted: 1 })
  // Nor is a sale left out that was canceled before its number arrived.
  const { id: waiting } = await createSubmission(device, product)
  device.server.willFail('unreachable')
  await runSync(device.account, device.deps, 'enqueued')
  await cancel(device, waiting)
  expect((await vat()).counted).toBe(2)
})

it('counts until the feed has brought it, and once', async () => {
  const id = await createNumbered()
  await cancel(device, id)
  await cancel(device, id)
  expect(await canceledHere()).toBe(PRICE)
  await sendNow(device.account, device.deps)
  expect((await findInvoice(device.account.db, id))?.status).toBe('canceled')
  expect(await added()).toEqual([])
})

it('counts no more when the server has executed it and its answer was lost', async () => {
  const id = await createNumbered()
  await cancel(device, id)
  device.server.willFail('answer-lost')
  await runSync(device.account, device.deps, 'enqueued')
  await pullAndReconcile(device.account, device.deps, { until: Number.POSITIVE_INFINITY })
  expect((await findInvoice(device.account.db, id))?.status).toBe('canceled')
  expect(await added()).toEqual([])
  // The answer to its repetition adds nothing either.
  device.server.willFail('none', 'unreachable')
  await sendNow(device.account, device.deps)
  expect(await listUnsent(device.account.db)).toEqual([])
  expect(await added()).toEqual([])
})

it('counts no more once another phone has canceled the same sale', async () => {
  const id = await createNumbered()
  const other = await Device.make({ server: device.server, clock: device.clock })
  await sendNow(other.account, other.deps)
  await cancel(device, id)
  await cancel(other, id)
  await sendNow(other.account, other.deps)
  await pullAndReconcile(device.account, device.deps, { until: Number.POSITIVE_INFINITY })
  expect(await added()).toEqual([])
  await sendNow(device.account, device.deps)
  expect((await listUnsent(device.account.db))[0]?.last?.code).toBe('INVOICE_ALREADY_CANCELED')
  expect(await added()).toEqual([])
})

it('that the server refuses counts no more, sent again it does, and discarded it never did', async () => {
  const id = await createNumbered()
  const stored = device.server.invoices.get(id)
  await cancel(device, id)
  device.server.invoices.delete(id)
  await runSync(device.account, device.deps, 'enqueued')
  const [refused] = await listUnsent(device.account.db)
  expect(refused?.last?.code).toBe('INVOICE_NOT_FOUND')
  expect(await canceledHere()).toBe(0)
  if (stored) device.server.invoices.set(id, stored)
  unwrap(await sendAgain(device.account, device.commands, { opId: refused?.opId ?? '' }))
  expect(await canceledHere()).toBe(PRICE)
  device.server.invoices.delete(id)
  await runSync(device.account, device.deps, 'enqueued')
  const [again] = await listUnsent(device.account.db)
  unwrap(await discardWork(device.account, device.commands, { opId: again?.opId ?? '' }))
  expect(await canceledHere()).toBe(0)
})

it('of a sale that may be numbered counts with the sale, and not after the sale is refused', async () => {
  const { id } = await createSubmission(device, product)
  device.server.willFail('unreachable')
  await runSync(device.account, device.deps, 'enqueued')
  await cancel(device, id)
  const [day] = await dailyTotals(device.account.db, DAY)
  expect(day?.figures).toMatchObject({ gross: PRICE, canceledGross: PRICE })
  device.server.products.delete(product)
  await sendNow(device.account, device.deps)
  expect((await findInvoice(device.account.db, id))?.shown).toBe('attention')
  expect(await dailyTotals(device.account.db, DAY)).toEqual([])
})
