import { beforeEach, expect, it } from 'vitest'
import { submitInvoice } from '#commands/invoices.ts'
import { addStock } from '#commands/stock.ts'
import { upsertMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readStock } from '#data/stock.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { sendNow } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createProduct, createSubmission, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  await upsertMeta(device.account.db, 'first-pull-done', true)
  product = await createProduct(device)
})

const level = async () => (await readStock(device.account.db, [product])).get(product)
const enter = async (reason: 'received' | 'counted' | 'lost', pieces: number) =>
  unwrap(
    await addStock(device.account, device.commands, {
      productId: product,
      reason,
      entered: toQuantity(pieces * 1_000),
    }),
  )

it('a level is shown from its first entry, and sales without a line count it down, below 0 too (stock never blocks a sale)', async () => {
  expect(await level()).toBeUndefined()
  await enter('received', 3)
  expect(await level()).toBe(3_000)
  const content = aSale(product)
  const sold = content.lines.reduce((sum, line) => sum + line.quantity, 0)
  for (const _ of [1, 2, 3, 4]) unwrap(await submitInvoice(device.account, device.commands, { content }))
  expect(await level()).toBe(3_000 - 4 * sold)
  expect(await enter('counted', 10)).toBe(10_000)
  expect(await enter('lost', 4)).toBe(6_000)
  expect(await level()).toBe(6_000)
})

it('an entry waits for the product that it is about, and is one operation of its own', async () => {
  await enter('received', 3)
  const [save, entry] = await listUnsent(device.account.db)
  expect(save?.type).toBe('product.save')
  expect(entry).toMatchObject({ type: 'stock.add', dependsOn: [save?.opId] })
})

it('goods cannot be counted before the level of the server is here, only added', async () => {
  await upsertMeta(device.account.db, 'first-pull-done', false)
  const input = { productId: product, reason: 'counted', entered: toQuantity(10_000) } as const
  const refused = await addStock(device.account, device.commands, input)
  expect(refused).toMatchObject({ ok: false, refusals: [{ code: 'PRODUCT_STOCK_NOT_FETCHED' }] })
  expect((await listUnsent(device.account.db)).map(({ type }) => type)).toEqual(['product.save'])
  await enter('received', 3)
  const counted = { kind: 'stock', period: 'all', key: product } as const
  const figures = { ...ZERO_FIGURES, count: 1, quantity: 25_000 }
  const total = { id: `stock:all:${product}`, companyId: device.companyId, rev: 1, ...counted, ...figures }
  await device.account.db.aggregates.put({ ...total, perLetter: {}, perPayment: {} })
  expect(await enter('counted', 10)).toBe(10_000)
  expect(await level()).toBe(10_000)
})

it('what was sold before the first count is not taken from it, here or on the server', async () => {
  const sale = await createSubmission(device, product)
  await createSubmission(device, await createProduct(device, 'Chumvi'))
  expect(await enter('counted', 10)).toBe(10_000)
  expect(await level()).toBe(10_000)
  const unsent = await listUnsent(device.account.db)
  const [saved, sold] = [`prod:${product}`, `inv:${sale.id}`].map((lane) =>
    unsent.find((one) => one.lane === lane),
  )
  const first = unsent.at(-1)
  expect(first).toMatchObject({ type: 'stock.add', dependsOn: [sold?.opId, saved?.opId] })
  await createSubmission(device, product)
  expect(await level()).toBe(9_000)
  // Sent before the first one, the second would begin the level.
  await enter('received', 5)
  expect(await level()).toBe(14_000)
  expect((await listUnsent(device.account.db)).at(-1)?.dependsOn).toContain(first?.opId)
})

it('a first count does not wait for a sale that the server refused: the level would wait for a person', async () => {
  const { account, deps, server } = device
  await sendNow(account, deps)
  const sale = await createSubmission(device, product)
  await enter('counted', 10)
  server.products.delete(product)
  await sendNow(account, deps)
  const unsent = await listUnsent(account.db)
  expect(unsent.find(({ lane }) => lane === `inv:${sale.id}`)).toMatchObject({ state: 'attention' })
  expect(unsent.some(({ type, state }) => type === 'stock.add' && state === 'blocked')).toBe(false)
})
