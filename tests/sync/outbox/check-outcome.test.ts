import { beforeEach, describe, expect, it } from 'vitest'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { checkOutcomes, isOutcomeOpen } from '#sync/outbox/check-outcome.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device } from '../device.ts'
import { createProduct, createSubmission, pushes } from '../shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const check = async () => {
  const entries = await listUnsent(device.account.db)
  return checkOutcomes(
    device.account,
    device.deps,
    entries.map((entry) => entry.opId),
  )
}

describe('asking for the outcome of work whose outcome is unknown (idempotency contract, rule 5)', () => {
  it('stores what the server had done when its answer was lost, without sending again', async () => {
    const row = await createSubmission(device, product)
    device.server.willFail('answer-lost')
    await runSync(device.account, device.deps, 'enqueued')
    const before = pushes(device)
    const [entry] = await listUnsent(device.account.db)
    expect(entry && isOutcomeOpen(entry)).toBe(true)
    expect(await check()).toEqual({ kind: 'answered', known: 1, unknown: 0 })
    expect(pushes(device)).toBe(before)
    expect((await findInvoice(device.account.db, row.id))?.receipt?.gc).toBe(1)
    expect(await listUnsent(device.account.db)).toEqual([])
  })

  it('leaves queued what never arrived', async () => {
    await createSubmission(device, product)
    device.server.willFail('unreachable')
    await runSync(device.account, device.deps, 'enqueued')
    expect(await check()).toEqual({ kind: 'answered', known: 0, unknown: 1 })
    expect(await listUnsent(device.account.db)).toMatchObject([{ state: 'queued' }])
  })

  it('changes nothing when another server answers', async () => {
    await createSubmission(device, product)
    device.server.willFail('answer-lost')
    await runSync(device.account, device.deps, 'enqueued')
    for (const fault of ['portal', 'wrong-nonce', 'unreachable'] as const) {
      device.server.willFail(fault)
      expect(await check()).toEqual({ kind: 'no-answer' })
    }
    expect(await listUnsent(device.account.db)).toMatchObject([{ state: 'queued' }])
  })

  it('is about nothing that was never sent or was answered', async () => {
    await createSubmission(device, product)
    await createSubmission(device, '01935000-0000-7000-8000-00000000dead')
    expect((await listUnsent(device.account.db)).map(isOutcomeOpen)).toEqual([false, false])
    await runSync(device.account, device.deps, 'enqueued')
    expect((await listUnsent(device.account.db)).map(isOutcomeOpen)).toEqual([false])
  })
})
