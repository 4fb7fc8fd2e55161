import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { applyPage } from '#sync/inbox/apply-page.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device } from '../device.ts'
import { createCustomer, createProduct } from '../shop.ts'

let device: Device
const asked: (string | undefined)[] = []

beforeEach(async () => {
  // Dexie takes the function of a connection as it opens it, so that it is replaced where connections have it from.
  const kind = Object.getPrototypeOf((await Device.make()).account.db.backendDB()) as IDBDatabase
  const { transaction: real } = kind as { readonly transaction: (...given: unknown[]) => IDBTransaction }
  vi.spyOn(kind, 'transaction').mockImplementation(function (this: IDBDatabase, stores, mode, options) {
    if (mode === 'readwrite') asked.push(options?.durability)
    return Reflect.apply(real, this, [stores, mode, options])
  })
  device = await Device.make()
  asked.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('waits for the disk with the cursor of a page, not with the records before it', async () => {
  const product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
  asked.length = 0
  await applyPage(
    device.account,
    {
      changes: [device.server.changeOf('product', product)],
      next: 'cursor 1000',
      upTo: 1_000,
      more: false,
      serverTime: toInstant(device.clock.now()),
    },
    device.clock.now(),
  )
  expect(asked).toEqual(['relaxed', 'strict'])
})

it('waits for the disk with whatever a person writes', async () => {
  await createCustomer(device)
  await createProduct(device)
  expect(asked.length).toBeGreaterThanOrEqual(2)
  expect(new Set(asked)).toEqual(new Set(['strict']))
})
