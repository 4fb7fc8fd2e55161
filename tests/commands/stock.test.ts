import { beforeEach, expect, it } from 'vitest'
import { submitInvoice } from '#commands/invoices.ts'
import { addStock } from '#commands/stock.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readStock } from '#data/stock.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { aSale, Device } from '../sync/device.ts'
import { createProduct, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
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
