import { expect, it } from 'vitest'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device } from './device.ts'
import { createProduct, createSubmission } from './shop.ts'

it('a copied phone begins an epoch of its own when the server knows its numbers from another phone, and sends all (offline-design 3.2, E7)', async () => {
  const device = await Device.make()
  const { account, deps, server } = device
  const product = await createProduct(device)
  await createSubmission(device, product)
  await runSync(account, deps, 'enqueued')
  const old = await findMeta(account.db, 'epoch')
  // The copy was made before the sale: its counter is behind what the first phone has sent.
  await upsertMeta(account.db, 'deviceSeq', 1)
  await createSubmission(device, product)
  await runSync(account, deps, 'enqueued')
  const epoch = await findMeta(account.db, 'epoch')
  expect(epoch).not.toBe(old)
  const issued = () => [...server.invoices.values()].filter(({ receipt }) => receipt).length
  expect(issued()).toBe(2)
  server.alwaysFail('unreachable')
  await createSubmission(device, product)
  expect((await listUnsent(account.db)).map((entry) => [entry.epoch, entry.deviceSeq])).toEqual([[epoch, 1]])
  server.alwaysFail('none')
  await runSync(account, deps, 'person')
  expect(issued()).toBe(3)
  expect(await listUnsent(account.db)).toEqual([])
  expect(await findMeta(account.db, 'epoch')).toBe(epoch)
})
