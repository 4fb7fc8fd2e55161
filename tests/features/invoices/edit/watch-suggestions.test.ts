import { beforeEach, expect, it } from 'vitest'
import { saveProduct } from '#commands/catalogue.ts'
import { upsertMeta } from '#data/meta.ts'
import { searchProducts } from '#data/product-search.ts'
import { listProducts } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'
import { toCents } from '#domain/money/cents.ts'
import { watchSuggestions } from '#features/invoices/edit/watch-suggestions.ts'
import { Device, idOf } from '../../../sync/device.ts'
import { createProduct } from '../../../sync/shop.ts'

let device: Device
let seen: (readonly ProductRow[])[]
let stop: () => void
beforeEach(async () => {
  device = await Device.make()
  seen = []
  return () => stop()
})

function open(text = ''): void {
  const { db } = device.account
  const read = () => (text === '' ? listProducts(db, { limit: 40 }) : searchProducts(db, text, 40))
  stop = watchSuggestions(db, read, (rows) => seen.push(rows))
}

const tiles = () => seen.at(-1)?.map((row) => [row.name, isOffered(row) ? row.unitPrice : 'gone'])

it('a price that another phone changed is on the tile, which keeps its place; a deleted product is not offered', async () => {
  const { account, commands } = device
  const flour = await createProduct(device, 'Unga')
  const rice = await createProduct(device, 'Mchele')
  open()
  const before = [
    ['Mchele', 250_000],
    ['Unga', 250_000],
  ]
  await expect.poll(tiles).toEqual(before)
  const [untouched] = seen.at(-1) ?? []
  const form = { name: 'Bei mpya', unit: 'kg', unitPrice: toCents(300_000), taxType: 'exempted' as const }
  await saveProduct(account, commands, { productId: flour, form })
  await createProduct(device, 'Asali')
  await expect.poll(tiles).toEqual([
    ['Mchele', 250_000],
    ['Bei mpya', 300_000],
  ])
  expect(seen.at(-1)?.[0]).toBe(untouched)
  await account.db.products.delete(rice)
  await expect.poll(tiles).toEqual([
    ['Mchele', 'gone'],
    ['Bei mpya', 300_000],
  ])
})

it('a tile is not painted again when only the last use of its product changes', async () => {
  const { db } = device.account
  const flour = await createProduct(device, 'Unga')
  const rice = await createProduct(device, 'Mchele')
  open()
  await expect.poll(tiles).toHaveLength(2)
  await db.products.update(flour, { usedAt: 7 })
  await db.products.update(rice, { unitPrice: toCents(100) })
  await expect.poll(tiles).toEqual([
    ['Mchele', 100],
    ['Unga', 250_000],
  ])
  expect(seen).toHaveLength(2)
  expect(seen[1]?.[1]).toBe(seen[0]?.[1])
})

it('a product that the server keeps under another id stays on its tile', async () => {
  const { db } = device.account
  const typed = await createProduct(device, 'Unga')
  open()
  await expect.poll(tiles).toHaveLength(1)
  const row = await db.products.get(typed)
  if (!row) throw new Error('not saved')
  await db.products.put({ ...row, id: idOf('the first one'), name: 'Unga wa ngano' })
  await upsertMeta(db, 'aliases', { [typed]: idOf('the first one') })
  await db.products.delete(typed)
  await expect.poll(tiles).toEqual([['Unga wa ngano', 250_000]])
})

it('a text that finds nothing is searched again until the first products arrive', async () => {
  open('unga')
  await expect.poll(tiles).toEqual([])
  await createProduct(device, 'Mchele')
  await createProduct(device, 'Unga')
  await expect.poll(tiles).toEqual([['Unga', 250_000]])
})

it('an empty list is watched until the first products arrive', async () => {
  open()
  await expect.poll(tiles).toEqual([])
  await createProduct(device, 'Unga')
  await expect.poll(tiles).toEqual([['Unga', 250_000]])
})
