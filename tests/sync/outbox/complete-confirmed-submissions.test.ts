import { beforeEach, describe, expect, it } from 'vitest'
import { cancelInvoice } from '#commands/invoices.ts'
import { findDoneAt } from '#data/audit.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent, updateEntries } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { applyPage } from '#sync/inbox/apply-page.ts'
import { deletePulledRecords } from '#sync/inbox/reset.ts'
import { pullAndReconcile } from '#sync/pull-and-reconcile.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device, idOf } from '../device.ts'
import type { Fault } from '../fake-server.ts'
import { createProduct, createSubmission, pushes, unwrap } from '../shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await sync()
})

const sync = () => runSync(device.account, device.deps, 'timer')
const unsent = () => listUnsent(device.account.db)

type Last = NonNullable<OutboxEntry['last']>

/** A sale that the server has numbered without the phone hearing of it. */
async function aSaleWithoutAnswer(fault: Fault): Promise<string> {
  const { id } = await createSubmission(device, product)
  device.server.willFail(fault)
  await runSync(device.account, device.deps, 'enqueued')
  return id
}

/** A sale that the server has numbered, its answer lost, and whose work asks for a person since with these words. */
async function failedSale(kind: Last['kind'], code: string): Promise<string> {
  const id = await aSaleWithoutAnswer('answer-lost')
  const [entry] = await unsent()
  if (!entry) throw new Error('nothing waits')
  const last = { at: entry.createdAt, kind, http: null, code }
  await device.account.db.outbox.put({ ...entry, state: 'attention', last })
  device.clock.move(60_000)
  return id
}

describe('a submission that asks for a person while its receipt is there', () => {
  it.each([
    ['refused', 'OPERATION_UNKNOWN'],
    ['unknown', 'UNEXPECTED'],
    ['interrupted', 'UNEXPECTED'],
  ] as const)('is done when its outcome was only open: %s %s; nothing is sent for it', async (kind, code) => {
    const id = await failedSale(kind, code)
    const before = pushes(device)
    await sync()
    const { db } = device.account
    expect(await findInvoice(db, id)).toMatchObject({ receipt: { gc: 1 }, shown: 'submitted' })
    expect(await unsent()).toEqual([])
    expect(await findMeta(db, 'pending')).toBe(0)
    expect(await db.overlays.count()).toBe(0)
    expect(await findDoneAt(db, `inv:${id}`, 'invoice.submit')).toBeDefined()
    expect(pushes(device)).toBe(before)
    expect(device.server.executions.filter(({ type }) => type === 'invoice.submit')).toHaveLength(1)
  })

  it('lets what waited for it go', async () => {
    const id = await failedSale('refused', 'OPERATION_UNKNOWN')
    unwrap(await cancelInvoice(device.account, device.commands, { invoiceId: id, reason: 'Si sahihi' }))
    expect((await unsent()).map(({ state }) => state)).toEqual(['attention', 'blocked'])
    await sync()
    await sync()
    expect(await unsent()).toEqual([])
    expect(device.server.invoices.get(id)?.status).toBe('canceled')
  })

  it.each([
    ['INVOICE_SUBMITTED_DIFFERENTLY', 'refused'],
    ['INVOICE_CHANGED_ELSEWHERE', 'refused'],
  ] as const)('stays when the server has refused it: %s', async (code, kind) => {
    await failedSale(kind, code)
    await sync()
    expect(await unsent()).toMatchObject([{ state: 'attention', last: { code } }])
  })

  it('stays when the receipt has another content: a person has to check', async () => {
    const id = await failedSale('refused', 'OPERATION_UNKNOWN')
    const stored = device.server.invoices.get(id)
    if (!stored) throw new Error('no invoice')
    device.server.invoices.set(id, { ...stored, reference: 'from another phone' })
    await sync()
    expect((await findInvoice(device.account.db, id))?.receipt?.gc).toBe(1)
    expect(await unsent()).toMatchObject([{ state: 'attention' }])
  })

  it('stays while only this phone knows the receipt: a restored server has to say first that it has it', async () => {
    const id = await failedSale('refused', 'OPERATION_UNKNOWN')
    const { server, account, clock } = device
    const page = { changes: [server.changeOf('invoice', id)], next: '9', upTo: 9, more: false }
    await applyPage(account, { ...page, serverTime: toInstant(clock.now()) }, clock.now())
    await deletePulledRecords(account, 'all-sales')
    server.invoices.delete(id)
    server.feed.splice(
      server.feed.findIndex((entry) => entry.id === id),
      1,
    )
    await sync()
    expect((await findInvoice(account.db, id))?.receipt?.gc).toBe(1)
    expect(await unsent()).toMatchObject([{ state: 'attention', last: { code: 'OPERATION_UNKNOWN' } }])
  })
})

describe('a submission that waits to be sent again while its receipt is there', () => {
  it('is done also behind a hundred photos that wait for Wi-Fi', async () => {
    const { account, clock } = device
    const { db } = account
    const id = await aSaleWithoutAnswer('answer-lost')
    const [sale] = await unsent()
    if (!sale) throw new Error('nothing waits')
    await db.outbox.delete(sale.seq)
    const photo = (at: number) => ({
      lane: `file:${idOf('an expense')}:${at}`,
      type: 'expense.keep-file' as const,
    })
    const photos = Array.from({ length: 100 }, (_, at) => {
      return { ...sale, ...photo(at), seq: sale.seq + at, opId: idOf(`photo ${at}`), firstSentAt: null }
    })
    await updateEntries(db, [...photos, { ...sale, seq: sale.seq + 100 }])
    await pullAndReconcile(account, device.deps, { until: clock.now() + 10_000 })
    expect(await findInvoice(db, id)).toMatchObject({ receipt: { gc: 1 } })
    expect((await unsent()).map(({ type }) => type)).toEqual(photos.map(({ type }) => type))
  })

  it.each(['answer-lost', 'broken-after-commit'] as const)(
    'is done, and does not go to a server that was restored meanwhile: %s',
    async (fault) => {
      const id = await aSaleWithoutAnswer(fault)
      expect(await unsent()).toMatchObject([{ state: 'queued' }])
      // Another window gets the change while this one waits.
      const before = pushes(device)
      const { account, deps, clock } = device
      await pullAndReconcile(account, deps, { until: clock.now() + 10_000 })
      const { db } = account
      expect(await findInvoice(db, id)).toMatchObject({ receipt: { gc: 1 }, shown: 'submitted' })
      expect(await unsent()).toEqual([])
      expect(await findMeta(db, 'pending')).toBe(0)
      expect(await findDoneAt(db, `inv:${id}`, 'invoice.submit')).toBeDefined()
      clock.move(60_000)
      await sync()
      expect(pushes(device)).toBe(before)
    },
  )

  it('is sent when it was never sent, or no receipt has come', async () => {
    const { id } = await createSubmission(device, product)
    device.server.willFail('unreachable')
    await runSync(device.account, device.deps, 'enqueued')
    const { account, deps, clock } = device
    await pullAndReconcile(account, deps, { until: clock.now() + 10_000 })
    expect(await unsent()).toMatchObject([{ state: 'queued', lane: `inv:${id}` }])
  })
})
