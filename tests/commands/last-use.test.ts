import { beforeEach, expect, it } from 'vitest'
import { updateLastUse } from '#commands/last-use.ts'
import { Device } from '../sync/device.ts'
import { createCustomer, createProduct } from '../sync/shop.ts'

let device: Device
let sugar: string
let salt: string
let customer: string
/** What each wait was asked for, and how it ends: by time, or because its signal fired. */
let waits: { readonly ms: number; readonly end: () => void }[]

beforeEach(async () => {
  device = await Device.make()
  sugar = await createProduct(device, 'Sukari')
  salt = await createProduct(device, 'Chumvi')
  customer = await createCustomer(device)
  waits = []
})

function use(products: readonly string[], customers: readonly string[], now: number): Promise<void> {
  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      waits.push({ ms, end: resolve })
      signal?.addEventListener('abort', () => resolve())
    })
  const deps = { ...device.commands, ports: { ...device.commands.ports, wait } }
  return updateLastUse(device.account, deps, { products, customers }, now)
}

async function marks() {
  const { db } = device.account
  const rows = [...(await db.products.bulkGet([sugar, salt])), await db.customers.get(customer)]
  return rows.map((row) => row?.usedAt)
}

it('marks what sale upon sale used once, with the last use of each, when a second was quiet', async () => {
  const sales = [use([sugar], [customer], 1_000), use([sugar, salt], [], 1_400), use([sugar], [], 1_800)]
  await Promise.all(sales.slice(0, 2))
  expect(await marks()).toEqual([undefined, undefined, undefined])
  expect(waits.map(({ ms }) => ms)).toEqual([1_000, 1_000, 1_000])
  waits.at(-1)?.end()
  await sales[2]
  expect(await marks()).toEqual([1_800, 1_400, 1_000])
})

it('does not delay the marks for more than half a minute, however much is sold', async () => {
  const sales = Array.from({ length: 40 }, (_, n) => use([sugar], [], n * 900))
  expect(waits.findIndex(({ ms }) => ms === 0)).toBe(34)
  waits.at(-1)?.end()
  await Promise.all(sales)
  expect(await marks()).toEqual([39 * 900, undefined, undefined])
})

it('starts a new batch after the marks were written, and skips removed products', async () => {
  const first = use([sugar, 'a product that was removed'], [], 1_000)
  waits.at(-1)?.end()
  await first
  const second = use([salt], [], 50_000)
  expect(waits.at(-1)?.ms).toBe(1_000)
  waits.at(-1)?.end()
  await second
  expect(await marks()).toEqual([1_000, 50_000, undefined])
})
