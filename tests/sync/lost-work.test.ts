import { beforeEach, describe, expect, it } from 'vitest'
import { submitInvoice } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { upsertMeta } from '#data/meta.ts'
import { countPending, listUnsent } from '#data/outbox-entries.ts'
import { runSync } from '#sync/run-sync.ts'
import { sendAndReport } from '#sync/send-and-report.ts'
import { readStatus } from '#sync/status.ts'
import { aSale, Device } from './device.ts'
import { createProduct, createSubmission, unwrap } from './shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

describe.each(['with its counter', 'without its counter'])('an outbox that was emptied %s', (how) => {
  it('reports waiting sales and never that all is sent; each sale can be submitted again (P3, P4)', async () => {
    const sales = [await createSubmission(device, product), await createSubmission(device, product)]
    await device.account.db.outbox.clear()
    if (how === 'with its counter') await upsertMeta(device.account.db, 'pending', 0)
    await device.restart()
    await runSync(device.account, device.deps, 'start')
    const { account, deps, commands } = device
    const unsent = await listUnsent(account.db)
    expect(new Set(unsent.map(({ lane }) => lane))).toEqual(new Set(sales.map(({ id }) => `inv:${id}`)))
    expect(unsent.map(({ state, last }) => [state, last?.code])).toEqual(
      sales.map(() => ['attention', 'OPERATION_DAMAGED']),
    )
    expect(await countPending(account.db)).toBe(2)
    expect((await readStatus(account.db)).attentionCount).toBe(2)
    expect((await sendAndReport(account, deps)).kind).toBe('needs-you')
    const [first] = sales
    const invoiceId = first?.id ?? ''
    unwrap(await submitInvoice(account, commands, { invoiceId, content: aSale(product) }))
    await runSync(account, deps, 'enqueued')
    expect((await findInvoice(account.db, invoiceId))?.receipt?.gc).toBe(1)
    expect(await countPending(account.db)).toBe(1)
  })
})

it('a sale that waits in the outbox is not taken for lost, and a start changes nothing', async () => {
  device.server.alwaysFail('unreachable')
  await createSubmission(device, product)
  const before = await listUnsent(device.account.db)
  await device.restart()
  await runSync(device.account, device.deps, 'activate')
  expect((await listUnsent(device.account.db)).map(({ opId }) => opId)).toEqual(
    before.map(({ opId }) => opId),
  )
  expect((await readStatus(device.account.db)).attentionCount).toBe(0)
})
