import { beforeEach, describe, expect, it } from 'vitest'
import { saveDraft } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { UsageEvent } from '#domain/analytics/usage.ts'
import { submitDrafts } from '#features/invoices/list/submit-drafts.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from '../../../sync/device.ts'
import { createProduct, unwrap } from '../../../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const aDraft = async (change: Partial<ReturnType<typeof aSale>> = {}) =>
  unwrap(await saveDraft(device.account, device.commands, { content: { ...aSale(product), ...change } }))

const submit = (chosen: readonly InvoiceRow[], places: number[] = [], events: UsageEvent[] = []) =>
  submitDrafts(
    device.account,
    device.commands,
    chosen,
    (event) => void events.push(event),
    (place) => void places.push(place),
  )

describe('several drafts at once', () => {
  it('go out whole, with the note of the shop, one after the other', async () => {
    const rows = [await aDraft({ note: 'Jirani, alipe Jumatatu' }), await aDraft()]
    const places: number[] = []
    expect(await submit(rows, places)).toEqual({ submitted: 2, incomplete: 0, changed: 0 })
    expect(places).toEqual([0, 1])
    expect(await findInvoice(device.account.db, rows[0]?.id ?? '')).toMatchObject({
      note: 'Jirani, alipe Jumatatu',
      shown: 'waiting',
    })
    const [first] = (await listUnsent(device.account.db)).filter(({ type }) => type === 'invoice.submit')
    expect(JSON.parse(first?.body ?? '{}')).toMatchObject({ content: { note: 'Jirani, alipe Jumatatu' } })
  })

  it('that a rule refuses stay drafts and are counted', async () => {
    const rows = [await aDraft({ lines: [] }), await aDraft()]
    expect(await submit(rows)).toEqual({ submitted: 1, incomplete: 1, changed: 0 })
  })

  it('count in usage statistics as sales of the editor do, only those that are submitted (spec §7)', async () => {
    const [incomplete, sold] = [await aDraft({ lines: [] }), await aDraft()]
    const events: UsageEvent[] = []
    await submit([incomplete, sold], [], events)
    const { totals, lines, payments } = sold
    expect(events).toMatchObject([
      {
        name: 'invoice_created',
        total: totals.totalIncludingTax,
        currency: 'TZS',
        items: lines.length,
        ways: payments.map(({ type }) => type),
      },
    ])
  })

  it('are not submitted when they no longer say what was chosen: changed here, there, or gone', async () => {
    const { account, commands } = device
    const [edited, gone, sold] = [await aDraft(), await aDraft(), await aDraft()]
    const dearer = aSale(product, { price: 1_000_000 })
    await saveDraft(account, commands, { invoiceId: edited.id, content: dearer })
    await account.db.invoices.delete(gone.id)
    expect(await submit([sold])).toMatchObject({ submitted: 1 })
    expect(await submit([edited, gone, sold])).toEqual({ submitted: 0, incomplete: 0, changed: 3 })
    expect(await findInvoice(account.db, edited.id)).toMatchObject({
      shown: 'draft',
      totals: { totalIncludingTax: 1_000_000 },
    })
  })

  it('are submitted when the server only took note of them since', async () => {
    const draft = await aDraft()
    await runSync(device.account, device.deps, 'enqueued')
    expect((await findInvoice(device.account.db, draft.id))?.rev).not.toBe(draft.rev)
    expect(await submit([draft])).toEqual({ submitted: 1, incomplete: 0, changed: 0 })
  })
})
