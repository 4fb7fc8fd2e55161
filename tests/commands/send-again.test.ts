import { beforeEach, expect, test } from 'vitest'
import { saveProduct } from '#commands/catalogue.ts'
import { creditInvoice } from '#commands/credit-notes.ts'
import { canTakeBack, takeBack } from '#commands/invoices.ts'
import { addStock } from '#commands/stock.ts'
import { sendAgain } from '#commands/stuck-work.ts'
import { UNSTORED_REFUSALS } from '#contract/unstored-refusals.ts'
import { dailyTotals } from '#data/aggregates.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { readStock } from '#data/stock.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { sendNow } from '#sync/run-sync.ts'
import { exportUnsent } from '#sync/transfer/export-unsent.ts'
import { Device } from '../sync/device.ts'
import { createProduct, createSubmission, refuseFirst, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await sendNow(device.account, device.deps)
})

const unsent = () => listUnsent(device.account.db)

const again = async ({ opId }: OutboxEntry) =>
  unwrap(await sendAgain(device.account, device.commands, { opId }))

test('an edit stays before the one that was made after it', async () => {
  const { account, commands, deps, server } = device
  const price = async (cents: number) => {
    const form = { name: 'Sukari', unit: 'kg', unitPrice: toCents(cents), taxType: 'exempted' as const }
    unwrap(await saveProduct(account, commands, { productId: product, form }))
  }
  await price(200)
  server.willFail('unreachable')
  await sendNow(account, deps)
  await price(300)
  const refused = await refuseFirst(device)
  expect((await unsent()).map(({ state }) => state)).toEqual(['attention', 'blocked'])
  await again(refused)
  await sendNow(account, deps)
  expect(await unsent()).toEqual([])
  expect(server.products.get(product)).toMatchObject({ unitPrice: 300 })
})

test('a sale that was handed over is not taken back: the other phone may still do it', async () => {
  const { id } = await createSubmission(device, product)
  const refused = await refuseFirst(device)
  await exportUnsent(device.account, device.clock.now())
  await again(refused)
  expect(await canTakeBack(device.account, id)).toBe(false)
  const outcome = await takeBack(device.account, device.commands, { invoiceId: id })
  expect(outcome).toMatchObject({ ok: false, refusals: [{ code: 'INVOICE_NOT_DRAFT' }] })
})

test('a sale that was taken over keeps its writer, and is not taken back either', async () => {
  const { id } = await createSubmission(device, product)
  const writtenBy = { userId: device.userId, deviceId: device.deviceId, name: 'Asha' }
  const [entry] = await unsent()
  if (entry) await device.account.db.outbox.put({ ...entry, writtenBy })
  await again(await refuseFirst(device))
  expect(await unsent()).toMatchObject([{ state: 'queued', writtenBy }])
  expect(await canTakeBack(device.account, id)).toBe(false)
})

const sold = async () => {
  const days = await dailyTotals(device.account.db, { from: '2000-01-01', to: '2100-01-01' })
  return days.reduce((sum, { figures }) => sum + figures.count, 0)
}

test('a sale that only this phone has can be taken back, and counts while it waits', async () => {
  const { id } = await createSubmission(device, product)
  expect(await sold()).toBe(1)
  const refused = await refuseFirst(device)
  expect(await sold()).toBe(0)
  await again(refused)
  expect(await sold()).toBe(1)
  expect(await canTakeBack(device.account, id)).toBe(true)
})

test.each([...UNSTORED_REFUSALS])(
  'after %s, of which the server keeps no trace, it stays the same operation: a request that comes late does not do it twice',
  async (code) => {
    const { id } = await createSubmission(device, product)
    const refused = await refuseFirst(device, code)
    await again(refused)
    expect(await unsent()).toMatchObject([{ opId: refused.opId, state: 'queued', last: null }])
    expect(await sold()).toBe(1)
    expect(await canTakeBack(device.account, id)).toBe(false)
    await sendNow(device.account, device.deps)
    expect(await unsent()).toEqual([])
    expect(device.server.executions.map(({ opId }) => opId)).toContain(refused.opId)
  },
)

test.each(['PRODUCT_NOT_FOUND', [...UNSTORED_REFUSALS][0] ?? ''])(
  'a refund and stock that were refused (%s) count again while they wait',
  async (code) => {
    const { account, commands, deps } = device
    const { id } = await createSubmission(device, product)
    await sendNow(account, deps)
    const lineId = (await findInvoice(account.db, id))?.lines[0]?.id ?? ''
    const returnedLines = [{ lineId, quantity: toQuantity(1_000) }]
    const input = { invoiceId: id, returnedLines, reason: 'broken', paidBy: 'cash' as const }
    unwrap(await creditInvoice(account, commands, input))
    const overlays = async () => (await account.db.overlays.toArray()).map(({ rows }) => rows)
    const counted = await overlays()
    expect(counted).toHaveLength(1)
    const refund = await refuseFirst(device, code)
    expect(await overlays()).toEqual([])
    await again(refund)
    expect(await overlays()).toEqual(counted)
    await account.db.outbox.clear()
    await account.db.overlays.clear()

    const entered = toQuantity(3_000)
    unwrap(await addStock(account, commands, { productId: product, reason: 'received', entered }))
    const level = async () => (await readStock(account.db, [product])).get(product)
    const movement = await refuseFirst(device, code)
    expect(await level()).toBeUndefined()
    await again(movement)
    expect(await level()).toBe(3_000)
  },
)
