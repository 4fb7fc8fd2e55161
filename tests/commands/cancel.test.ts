import { beforeEach, describe, expect, it } from 'vitest'
import { cancelInvoice, saveDraft, submitInvoice } from '#commands/invoices.ts'
import { discardWork } from '#commands/stuck-work.ts'
import { dailyTotals } from '#data/aggregates.ts'
import { countInvoices, findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createCustomer, createProduct, createSubmission, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

describe('canceling', () => {
  it('waits behind a submission that is under way, and both sides end canceled (G7)', async () => {
    const row = await createSubmission(device, product)
    device.server.willFail('answer-lost')
    await runSync(device.account, device.deps, 'enqueued')
    const input = { invoiceId: row.id, reason: 'wrong price' }
    unwrap(await cancelInvoice(device.account, device.commands, input))
    expect((await findInvoice(device.account.db, row.id))?.status).toBe('draft')
    await sendNow(device.account, device.deps)
    expect((await findInvoice(device.account.db, row.id))?.shown).toBe('canceled')
    expect(device.server.invoices.get(row.id)?.status).toBe('canceled')
    expect(device.server.invoices.get(row.id)?.receipt?.gc).toBe(1)
  })

  it('shows a canceled draft as canceled at once, and both sides end canceled', async () => {
    const { db } = device.account
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    const input = { invoiceId: draft.id, reason: '' }
    const row = unwrap(await cancelInvoice(device.account, device.commands, input))
    expect(row.shown).toBe('canceled')
    expect(await countInvoices(db)).toMatchObject({ draft: 0, canceled: 1 })
    expect(
      await saveDraft(device.account, device.commands, { ...input, content: aSale(product) }),
    ).toMatchObject({
      ok: false,
    })
    await sendNow(device.account, device.deps)
    expect(await findInvoice(db, draft.id)).toMatchObject({ shown: 'canceled', status: 'canceled' })
    expect(device.server.invoices.get(draft.id)?.status).toBe('canceled')
  })

  it('says so when another phone had the canceled draft numbered meanwhile', async () => {
    const { db } = device.account
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    await sendNow(device.account, device.deps)
    const other = await Device.make({ server: device.server })
    await sendNow(other.account, other.deps)
    unwrap(
      await submitInvoice(other.account, other.commands, { invoiceId: draft.id, content: aSale(product) }),
    )
    unwrap(await cancelInvoice(device.account, device.commands, { invoiceId: draft.id, reason: '' }))
    await sendNow(other.account, other.deps)
    await sendNow(device.account, device.deps)
    expect(await findInvoice(db, draft.id)).toMatchObject({
      status: 'submitted',
      shown: 'attention',
      pending: { code: 'INVOICE_CANCEL_REASON_REQUIRED' },
    })
  })

  it('takes a submission back that never left the phone: nothing is numbered, no reason is needed (row 18)', async () => {
    const row = await createSubmission(device, product)
    const input = { invoiceId: row.id, reason: '' }
    expect(unwrap(await cancelInvoice(device.account, device.commands, input)).shown).toBe('canceled')
    await sendNow(device.account, device.deps)
    expect(device.server.invoices.get(row.id)).toMatchObject({ status: 'canceled', receipt: null })
    const day = { from: '2026-11-21', to: '2026-11-21' }
    expect(await dailyTotals(device.account.db, day)).toEqual([])
  })

  it('that waits for refused work is taken back before the sale is written again: it would wait for nothing', async () => {
    const { account, commands } = device
    const customerId = await createCustomer(device, 'REFUSE me')
    await sendNow(account, device.deps)
    const sold = await createSubmission(device, product, { customerId })
    unwrap(await cancelInvoice(account, commands, { invoiceId: sold.id, reason: '' }))
    const again = { invoiceId: sold.id, content: aSale(product) }
    const refused = { ok: false, refusals: [{ code: 'INVOICE_NOT_DRAFT' }] }
    expect(await submitInvoice(account, commands, again)).toMatchObject(refused)
    expect(await saveDraft(account, commands, again)).toMatchObject(refused)
    const cancellation = (await listUnsent(account.db)).find(({ type }) => type === 'invoice.cancel')
    await discardWork(account, commands, { opId: cancellation?.opId ?? '' })
    unwrap(await submitInvoice(account, commands, again))
    await sendNow(account, device.deps)
    expect(device.server.invoices.get(sold.id)?.receipt?.gc).toBe(1)
    expect((await listUnsent(account.db)).map(({ type }) => type)).toEqual(['customer.save'])
  })

  it('asked twice is asked once', async () => {
    const row = await createSubmission(device, product)
    await sendNow(device.account, device.deps)
    const input = { invoiceId: row.id, reason: 'wrong price' }
    await cancelInvoice(device.account, device.commands, input)
    await cancelInvoice(device.account, device.commands, input)
    expect(await listUnsent(device.account.db)).toHaveLength(1)
  })

  it('needs a reason once it is numbered or about to be', async () => {
    const row = await createSubmission(device, product)
    device.server.willFail('answer-lost')
    await runSync(device.account, device.deps, 'enqueued')
    const outcome = await cancelInvoice(device.account, device.commands, { invoiceId: row.id, reason: ' ' })
    expect(outcome).toMatchObject({
      ok: false,
      refusals: [{ path: 'reason', code: 'INVOICE_CANCEL_REASON_REQUIRED' }],
    })
  })
})
