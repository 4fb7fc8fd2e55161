import { beforeEach, expect, test } from 'vitest'
import { findMeta } from '#data/meta.ts'
import { browserLocks } from '#session/locks.ts'
import { hasChanges } from '#sync/inbox/has-changes.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { Device } from '../device.ts'
import { createProduct, createSubmission } from '../shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await sendNow(device.account, device.deps)
})

const locks = browserLocks(undefined)
const fetchedUpTo = async () => (await findMeta(device.account.db, 'contact'))?.upTo ?? -1
const hasChangesAt = (upTo: string | undefined) => hasChanges(device.account, locks, upTo)

test('where the feed ends where this phone has fetched it, nothing is asked; before, beyond and unsaid, it is', async () => {
  const upTo = await fetchedUpTo()
  expect(upTo).toBeGreaterThan(0)
  expect(await hasChangesAt(String(upTo))).toBe(false)
  expect(await hasChangesAt(String(upTo + 1))).toBe(true)
  expect(await hasChangesAt(String(upTo - 1))).toBe(true)
  expect(await hasChangesAt(undefined)).toBe(true)
})

test('an event of the server counts as a change for what waits to be sent, with any content', async () => {
  await createSubmission(device, product)
  expect(await hasChangesAt(String(await fetchedUpTo()))).toBe(true)
  await sendNow(device.account, device.deps)
  expect(await hasChangesAt(String(await fetchedUpTo()))).toBe(false)
})

test('an event of a server that was out of reach counts as a change, with any content', async () => {
  device.server.alwaysFail('unreachable')
  await sendNow(device.account, device.deps)
  expect((await findMeta(device.account.db, 'contact'))?.online).toBe(false)
  expect(await hasChangesAt(String(await fetchedUpTo()))).toBe(true)
})

test('what is being fetched just now is not fetched again: the question waits for it', async () => {
  const other = await Device.make({ server: device.server, clock: device.clock })
  await createProduct(other, 'Unga')
  await sendNow(other.account, other.deps)
  const upTo = (await findMeta(other.account.db, 'contact'))?.upTo
  const { promise: fetched, resolve } = Promise.withResolvers<void>()
  const fetching = locks.exclusive(`pull:${device.account.id}`, () => fetched)
  const asked = hasChangesAt(String(upTo))
  await runSync(device.account, device.deps, 'timer')
  resolve()
  await fetching
  expect(await asked).toBe(false)
})
