import { beforeEach, describe, expect, it } from 'vitest'
import { collectPayment } from '#commands/collect-payment.ts'
import { submitInvoice } from '#commands/invoices.ts'
import { listCollections } from '#data/collections.ts'
import { findInvoice, recountInvoices } from '#data/invoices.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { countPending, listUnsent } from '#data/outbox-entries.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { runSync } from '#sync/run-sync.ts'
import { sendAndReport } from '#sync/send-and-report.ts'
import { readStatus } from '#sync/status.ts'
import { aSale, Device } from './device.ts'
import { createCustomer, createProduct, createSubmission, refuseFirst, unwrap } from './shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

describe.each(['with its counter', 'without its counter'])('an outbox that was emptied %s', (how) => {
  it('reports waiting sales and never that all is sent; each sale can be submitted again (P3, P4, D14)', async () => {
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

it('a payment on account whose operation is gone asks for the person like a sale', async () => {
  const sale = await createSubmission(device, product)
  await runSync(device.account, device.deps, 'enqueued')
  device.server.alwaysFail('unreachable')
  const day = fiscalDayOf(toInstant(device.clock.now()))
  const form = { amount: toCents(100_000), type: 'cash' as const, reference: '', day }
  unwrap(await collectPayment(device.account, device.commands, { invoiceId: sale.id, form }))
  await device.account.db.outbox.clear()
  await device.restart()
  await runSync(device.account, device.deps, 'start')
  const [payment] = await listCollections(device.account.db, [sale.id])
  expect(payment?.pending).toEqual({ kind: 'attention', code: 'OPERATION_DAMAGED' })
})

it('a record that needed a person before its operation was gone still has an entry that says so', async () => {
  const customer = await createCustomer(device)
  const refused = await refuseFirst(device)
  await device.account.db.outbox.clear()
  await device.restart()
  await runSync(device.account, device.deps, 'start')
  expect(await listUnsent(device.account.db)).toMatchObject([
    { lane: refused.lane, state: 'attention', last: { code: 'OPERATION_DAMAGED' } },
  ])
  expect((await device.account.db.customers.get(customer))?.pending.kind).toBe('attention')
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

describe('work that is gone from the phone, with its records (offline-design 3.2, 3.11)', () => {
  async function emptied(): Promise<void> {
    const { db } = device.account
    device.server.alwaysFail('unreachable')
    await createSubmission(device, product)
    await createSubmission(device, product)
    await db.outbox.clear()
    await db.invoices.clear()
    await device.restart()
  }
  const reports = () => device.server.requests.flatMap(({ body }) => lostIn(body) ?? [])

  it('is counted, never called sent, and reported to the server once (D14)', async () => {
    await emptied()
    const { account, deps } = device
    await runSync(account, deps, 'start')
    expect(await readStatus(account.db)).toMatchObject({ pendingCount: 0, lostCount: 2 })
    expect((await findMeta(account.db, 'lost-work'))?.reported).toBe(false)
    device.server.alwaysFail('none')
    expect((await sendAndReport(account, deps)).kind).toBe('needs-you')
    await runSync(account, deps, 'timer')
    expect(await findMeta(account.db, 'lost-work')).toMatchObject({ numbers: [3, 2], reported: true })
    expect(reports().map(({ count }) => count)).toContain(2)
    const before = reports().length
    await runSync(account, deps, 'timer')
    expect(reports()).toHaveLength(before)
    await device.restart()
    await runSync(device.account, device.deps, 'start')
    expect((await readStatus(device.account.db)).lostCount).toBe(2)
  })

  it('leaves nothing in the totals or counts, and what the server has is fetched again', async () => {
    const { account, deps } = device
    const sent = await createSubmission(device, product)
    await runSync(account, deps, 'enqueued')
    await emptied()
    device.server.alwaysFail('none')
    await runSync(device.account, device.deps, 'start')
    const { db } = device.account
    expect(await db.overlays.count()).toBe(0)
    expect((await findInvoice(db, sent.id))?.receipt?.gc).toBe(1)
    expect(await findMeta(db, 'counts')).toEqual(await recountInvoices(db))
  })

  it('is reported under the lock of a push, and a wait that the server asks for holds for all', async () => {
    await emptied()
    const { account, deps } = device
    device.server.alwaysFail('none')
    device.server.willFail('too-busy')
    await runSync(account, deps, 'start')
    expect((await findMeta(account.db, 'drain'))?.circuit).toBe(true)
    const before = device.server.requests.length
    await createSubmission(device, product)
    await runSync(account, deps, 'enqueued')
    expect(device.server.requests).toHaveLength(before)
  })

  it('holds the queue back no longer than a lease when the page is frozen while it reports (C10)', async () => {
    await emptied()
    const { account, deps, server, clock } = device
    server.alwaysFail('none')
    server.willFail('silent')
    const before = server.requests.length
    void runSync(account, deps, 'start')
    await expect.poll(() => server.requests.length).toBe(before + 1)
    const sale = await createSubmission(device, product)
    const page = { ...device.another(), hooks: {} }
    expect(await runSync(account, page, 'enqueued')).toMatchObject({ drained: 'busy' })
    clock.move(46_000)
    await runSync(account, page, 'timer')
    expect(server.invoices.has(sale.id)).toBe(true)
  })

  it('is not reported again before the wait is over that the server asked for', async () => {
    await emptied()
    const { account, deps } = device
    device.server.alwaysFail('none')
    device.server.willFail('too-busy')
    await runSync(account, deps, 'start')
    const before = reports().length
    await runSync(account, deps, 'timer')
    expect(reports()).toHaveLength(before)
    device.clock.move(600_000)
    await runSync(account, deps, 'timer')
    expect((await findMeta(account.db, 'lost-work'))?.reported).toBe(true)
  })

  it('that the server has after all is not lost', async () => {
    const { account } = device
    device.server.alwaysFail('answer-lost')
    await createSubmission(device, product)
    await runSync(account, device.deps, 'enqueued')
    await account.db.outbox.clear()
    await account.db.invoices.clear()
    await device.restart()
    device.server.alwaysFail('none')
    await runSync(device.account, device.deps, 'start')
    expect(reports()).toHaveLength(1)
    expect((await readStatus(device.account.db)).lostCount).toBe(0)
  })
})

function lostIn(body: unknown): { readonly count: number } | undefined {
  // What this phone's own client has made.
  return (body as { lost?: { count: number } } | null)?.lost
}
