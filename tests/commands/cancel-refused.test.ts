import { beforeEach, expect, it } from 'vitest'
import { cancelInvoice, isUnknownWhetherNumbered, saveDraft, submitInvoice } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createProduct, createSubmission, refuseFirst, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const sync = ({ account, deps }: Device) => sendNow(account, deps)
const cancel = (invoiceId: string, reason = '') =>
  cancelInvoice(device.account, device.commands, { invoiceId, reason })
const types = async () => (await listUnsent(device.account.db)).map(({ type }) => type)

it('a sale that the server refused for good and never had is canceled at once: it was never numbered', async () => {
  const { account } = device
  const { id } = await createSubmission(device, product)
  await refuseFirst(device, 'INVOICE_RATE_UNKNOWN')
  expect(await isUnknownWhetherNumbered(account, id)).toBe(false)
  const row = unwrap(await cancel(id))
  expect(row).toMatchObject({ status: 'canceled', shown: 'canceled', pending: { kind: 'none' } })
  expect(row.cancellation).toMatchObject({ by: 'Asha Mfano', byId: device.userId, reason: '' })
  expect(await types()).toEqual([])
  const audit = await account.db.audit.toArray()
  expect(audit.some(({ action, entry }) => action === 'canceled' && entry?.type === 'invoice.submit')).toBe(
    true,
  )
  await sync(device)
  expect(await findInvoice(account.db, id)).toMatchObject({ shown: 'canceled' })
  expect(device.server.invoices.has(id)).toBe(false)
})

it('the draft that the server has of a refused sale is canceled there', async () => {
  const { account, commands } = device
  const draft = unwrap(await saveDraft(account, commands, { content: aSale(product) }))
  await sync(device)
  const other = await Device.make({ server: device.server, clock: device.clock })
  await sync(other)
  const theirs = { invoiceId: draft.id, content: aSale(product, { price: 111_100 }) }
  unwrap(await saveDraft(other.account, other.commands, theirs))
  await sync(other)
  const mine = { invoiceId: draft.id, content: aSale(product, { price: 222_200 }) }
  unwrap(await submitInvoice(account, commands, mine))
  await sync(device)
  const before = await findInvoice(account.db, draft.id)
  expect(before?.pending).toEqual({ kind: 'attention', code: 'INVOICE_CHANGED_ELSEWHERE' })
  const row = unwrap(await cancel(draft.id))
  expect([row.shown, row.totals.totalIncludingTax]).toEqual(['canceled', 111_100])
  expect(await types()).toEqual(['invoice.cancel'])
  await sync(device)
  expect(device.server.invoices.get(draft.id)).toMatchObject({ status: 'canceled', receipt: null })
  expect(await types()).toEqual([])
})

it.each([true, false])(
  'what waits behind a refused change goes with it: one tap cancels (on the server: %s)',
  async (isOnServer) => {
    const { account, commands } = device
    const { id } = unwrap(await saveDraft(account, commands, { content: aSale(product) }))
    if (isOnServer) {
      await sync(device)
      unwrap(
        await saveDraft(account, commands, { invoiceId: id, content: aSale(product, { price: 150_000 }) }),
      )
    }
    device.server.willFail('answer-lost')
    await runSync(account, device.deps, 'enqueued')
    const sold = { invoiceId: id, content: aSale(product, { price: 160_000 }) }
    unwrap(await submitInvoice(account, commands, sold))
    await refuseFirst(device, 'INVOICE_RATE_UNKNOWN')
    expect(await types()).toEqual(['invoice.save', 'invoice.submit'])
    expect(unwrap(await cancel(id)).shown).toBe('canceled')
    expect(await types()).toEqual(isOnServer ? ['invoice.cancel'] : [])
    await sync(device)
    expect(await types()).toEqual([])
    expect(await findInvoice(account.db, id)).toMatchObject({ status: 'canceled', shown: 'canceled' })
  },
)

it('a cancellation that an older app left waiting behind the refused sale ends too', async () => {
  const { account } = device
  const { id } = await createSubmission(device, product)
  device.server.willFail('answer-lost')
  await runSync(account, device.deps, 'enqueued')
  unwrap(await cancel(id, 'wrong price'))
  await refuseFirst(device, 'INVOICE_RATE_UNKNOWN')
  expect(await types()).toEqual(['invoice.submit', 'invoice.cancel'])
  expect(unwrap(await cancel(id)).shown).toBe('canceled')
  expect(await types()).toEqual([])
})

it('a cancellation that the server refused gives way to the one that the owner approves', async () => {
  const { account, commands } = device
  const { id } = await createSubmission(device, product)
  await sync(device)
  unwrap(await cancel(id, 'wrong price'))
  await refuseFirst(device, 'FORBIDDEN')
  expect((await findInvoice(account.db, id))?.pending).toEqual({ kind: 'attention', code: 'FORBIDDEN' })
  const approval = { userId: device.userId, at: '2026-01-01T10:00:00.000Z' as Instant }
  unwrap(await cancelInvoice(account, commands, { invoiceId: id, reason: 'wrong item', approval }))
  const [waiting, ...others] = await listUnsent(account.db)
  expect(others).toEqual([])
  expect(JSON.parse(waiting?.body ?? '')).toMatchObject({ reason: 'wrong item', approval })
  expect((await findInvoice(account.db, id))?.pending).toMatchObject({
    kind: 'waiting',
    cancels: 'wrong item',
  })
})

it.each(['firstSentAt', 'handedOverAt'] as const)(
  'a sale that may be numbered still needs a reason (%s)',
  async (mark) => {
    const { account } = device
    const { id } = await createSubmission(device, product)
    const refused = await refuseFirst(device, mark === 'firstSentAt' ? 'FORBIDDEN' : 'INVOICE_RATE_UNKNOWN')
    const last = mark === 'firstSentAt' ? null : refused.last
    await account.db.outbox.put({ ...refused, last, [mark]: refused.createdAt })
    expect(await isUnknownWhetherNumbered(account, id)).toBe(true)
    expect(await cancel(id)).toMatchObject({ ok: false, refusals: [{ path: 'reason' }] })
    expect(await types()).toEqual(['invoice.submit'])
  },
)
