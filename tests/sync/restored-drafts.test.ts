import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { cancelInvoice, saveDraft, submitInvoice } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { mayBeLostDraft } from '#sync/restore/return-drafts.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device, FakeClock, idOf } from './device.ts'
import { RestoredServer } from './restored-server.ts'
import { createProduct, unwrap } from './shop.ts'

let server: RestoredServer
let device: Device
let product: string

beforeEach(async () => {
  const clock = new FakeClock()
  server = new RestoredServer(idOf(`company ${randomUUID()}`), () => clock.now())
  server.wrap()
  // The author of every draft on the server in memory.
  device = await Device.make({ clock, server, userId: '00000000-0000-7000-8000-000000000001' })
  product = await createProduct(device)
  await rounds(2)
})

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await runSync(device.account, device.deps, 'person')
    device.clock.move(60_000)
  }
}

async function save(reference: string, invoiceId?: string): Promise<string> {
  const content = aSale(product, { reference })
  const input = { content, ...(invoiceId === undefined ? {} : { invoiceId }) }
  const { id } = unwrap(await saveDraft(device.account, device.commands, input))
  await rounds(2)
  return id
}

/** A backup of a draft as the server has it now; puts it back. */
function backup(id: string): () => void {
  const stored = server.invoices.get(id)
  const since = toInstant(device.clock.now())
  if (!stored) throw new Error('the server has no such draft')
  device.clock.move(60_000)
  return () => {
    server.invoices.set(id, stored)
    server.restore(1, since)
  }
}

const onPhone = (id: string) => findInvoice(device.account.db, id)

describe('drafts on a phone that meets a restored server', () => {
  test('one that was saved after the backup keeps what was saved, here and on the server', async () => {
    const draft = await save('first')
    const restore = backup(draft)
    await save('second', draft)
    restore()
    await rounds(4)
    expect((await onPhone(draft))?.reference).toBe('second')
    expect(server.invoices.get(draft)).toMatchObject({ status: 'draft', reference: 'second' })
    expect(await listUnsent(device.account.db)).toEqual([])
    expect(server.executions.filter(({ type }) => type === 'invoice.submit')).toEqual([])
  })

  test('one that the server lost is there again, and stays on the phone', async () => {
    const lost = await save('first')
    server.invoices.delete(lost)
    server.feed.splice(0, server.feed.length, ...server.feed.filter(({ id }) => id !== lost))
    server.restore(1, toInstant(device.clock.now()))
    await rounds(4)
    expect(server.invoices.get(lost)).toMatchObject({ status: 'draft', reference: 'first' })
    expect(await onPhone(lost)).toMatchObject({ reference: 'first', pending: { kind: 'none' } })
  })

  test('one that was canceled after the backup stays canceled', async () => {
    const draft = await save('first')
    const restore = backup(draft)
    unwrap(await cancelInvoice(device.account, device.commands, { invoiceId: draft, reason: '' }))
    await rounds(2)
    restore()
    await rounds(4)
    expect(server.invoices.get(draft)?.status).toBe('canceled')
    expect((await onPhone(draft))?.status).toBe('canceled')
    expect(await listUnsent(device.account.db)).toEqual([])
  })

  test('one whose cancellation reached the server after the backup is canceled again; one of another door is left to it', async () => {
    const row = await onPhone(await save('first'))
    if (!row) throw new Error('no draft')
    const [tapped, backupAt, received] = [1, 2, 3].map((hours) =>
      toInstant(device.clock.now() + hours * 3_600_000),
    )
    if (!tapped || !backupAt || !received) throw new Error('three times')
    const canceled = { by: 'Asha', byId: device.userId, reason: '', at: tapped }
    const lost = { ...row, status: 'canceled' as const, cancellation: { ...canceled, recordedAt: received } }
    expect(mayBeLostDraft(lost, row.operatorId, backupAt)).toBe(true)
    expect(mayBeLostDraft({ ...lost, cancellation: canceled }, row.operatorId, backupAt)).toBe(false)
    expect(mayBeLostDraft(row, row.operatorId, backupAt)).toBe(true)
    expect(mayBeLostDraft({ ...row, origin: 'QuickBooks' }, row.operatorId, backupAt)).toBe(false)
    expect(mayBeLostDraft({ ...row, channel: 'API' }, row.operatorId, backupAt)).toBe(false)
  })

  test('one that another phone has saved since is not overwritten: a person decides', async () => {
    const draft = await save('first')
    const restore = backup(draft)
    await save('second', draft)
    await save('third', draft)
    restore()
    const stored = server.invoices.get(draft)
    if (!stored) throw new Error('the server has the draft')
    const { rev } = stored
    server.invoices.set(draft, {
      ...stored,
      ...{ rev: rev + 1, reference: 'theirs', writer: 'another', othersRev: rev },
    })
    server.record('invoice', draft)
    await rounds(4)
    expect(server.invoices.get(draft)).toMatchObject({ rev: rev + 1, reference: 'theirs' })
    const [entry] = await listUnsent(device.account.db)
    expect(entry).toMatchObject({ state: 'attention', last: { code: 'INVOICE_CHANGED_ELSEWHERE' } })
    expect((await onPhone(draft))?.reference).toBe('third')
  })

  test('one that another phone has submitted since stays submitted, and nothing is sent', async () => {
    const draft = await save('first')
    const restore = backup(draft)
    unwrap(await cancelInvoice(device.account, device.commands, { invoiceId: draft, reason: 'Makosa' }))
    await rounds(2)
    restore()
    const other = await Device.make({ clock: device.clock, server })
    const syncOther = () => runSync(other.account, other.deps, 'person')
    await syncOther()
    const input = { invoiceId: draft, content: aSale(product, { reference: 'first' }) }
    unwrap(await submitInvoice(other.account, other.commands, input))
    await syncOther()
    expect(server.invoices.get(draft)?.status).toBe('submitted')
    const before = server.executions.length
    await rounds(4)
    expect((await onPhone(draft))?.status).toBe('submitted')
    expect(server.executions.slice(before)).toEqual([])
  })

  test('one of another person is left to that person’s phone', async () => {
    const draft = await save('first')
    const restore = backup(draft)
    await save('second', draft)
    await device.account.db.invoices.update(draft, { operatorId: idOf('another person') })
    restore()
    const before = server.executions.length
    await rounds(4)
    expect(server.executions.slice(before)).toEqual([])
  })
})
