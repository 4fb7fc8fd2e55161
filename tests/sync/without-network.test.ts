import { expect, it } from 'vitest'
import { takeBack } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device } from './device.ts'
import { createProduct, createSubmission, pushes } from './shop.ts'

async function deviceThatCanLoseItsNetwork() {
  const device = await Device.make()
  const line = { connected: true }
  const deps = { ...device.deps, connected: () => line.connected }
  const product = await createProduct(device)
  await runSync(device.account, deps, 'enqueued')
  return { device, deps, line, product }
}

it('an invoice submitted without any network was not sent, and can be taken back (spec §4: what was submitted cannot)', async () => {
  const { device, deps, line, product } = await deviceThatCanLoseItsNetwork()
  line.connected = false
  const before = pushes(device)
  const invoice = await createSubmission(device, product)
  const outcome = await runSync(device.account, deps, 'enqueued')
  expect(outcome).toMatchObject({ drained: 'waiting', pulled: 'skipped', dueInMs: 300_000 })
  expect(pushes(device)).toBe(before)
  const canceled = await takeBack(device.account, device.commands, { invoiceId: invoice.id })
  expect(canceled.ok).toBe(true)
})

it('after any number of wake-ups without a network, the first online event sends at once', async () => {
  const { device, deps, line, product } = await deviceThatCanLoseItsNetwork()
  line.connected = false
  const invoice = await createSubmission(device, product)
  for (let woken = 0; woken < 20; woken += 1) {
    await runSync(device.account, deps, 'timer')
    await runSync(device.account, deps, 'visible')
    device.clock.move(1_000)
  }
  line.connected = true
  await runSync(device.account, deps, 'online')
  expect((await findInvoice(device.account.db, invoice.id))?.receipt?.gc).toBe(1)
})

it('without a network and without work nothing is worth waking up for', async () => {
  const { device, deps, line } = await deviceThatCanLoseItsNetwork()
  line.connected = false
  expect(await runSync(device.account, deps, 'timer')).toMatchObject({ pendingCount: 0, dueInMs: null })
})

it.each(['person', 'online', 'sync', 'push'] as const)(
  'woken by %s it tries, although the device still says that there is no network',
  async (reason) => {
    const { device, deps, line, product } = await deviceThatCanLoseItsNetwork()
    line.connected = false
    const invoice = await createSubmission(device, product)
    await runSync(device.account, deps, reason)
    expect((await findInvoice(device.account.db, invoice.id))?.receipt?.gc).toBe(1)
  },
)
