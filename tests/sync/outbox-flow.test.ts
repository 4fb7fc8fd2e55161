import { beforeEach, describe, expect, it } from 'vitest'
import { saveProduct } from '#commands/catalogue.ts'
import { saveDraft, submitInvoice } from '#commands/invoices.ts'
import { countInvoices, findInvoice } from '#data/invoices.ts'
import { countPending, listUnsent } from '#data/outbox-entries.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import { toCents } from '#domain/money/cents.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from './device.ts'

async function aProduct(device: Device): Promise<string> {
  const outcome = await saveProduct(device.account, device.commands, {
    form: { name: 'Sukari', unit: 'kg', unitPrice: toCents(250_000), taxType: 'exempted' },
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.value.id
}

describe('the way of an invoice from the phone to the server', () => {
  let device: Device
  beforeEach(async () => {
    device = await Device.make()
  })

  it('reaches the server once and shows its number at once', async () => {
    const product = await aProduct(device)
    const outcome = await submitInvoice(device.account, device.commands, { content: aSale(product) })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    expect(outcome.value.shown).toBe('waiting')
    expect(await countPending(device.account.db)).toBe(2)
    const synced = await runSync(device.account, device.deps, 'enqueued')
    expect(synced).toMatchObject({ pendingCount: 0, drained: 'empty', pulled: 'up-to-date' })
    const row = await findInvoice(device.account.db, outcome.value.id)
    expect(row?.status).toBe('submitted')
    expect(await searchInvoices(device.account.db, { text: 'abc12341', limit: 5 })).toEqual([row])
    expect(await device.account.db.outbox.count()).toBe(0)
    expect(device.server.requests.filter(({ path }) => path.endsWith('/push'))).toHaveLength(1)
    expect(await countInvoices(device.account.db)).toMatchObject({ submitted: 1, waiting: 0 })
  })

  it('replaces an unsent save instead of piling up', async () => {
    const product = await aProduct(device)
    const first = await saveDraft(device.account, device.commands, { content: aSale(product) })
    if (!first.ok) throw new Error(JSON.stringify(first))
    for (const price of [300_000, 400_000]) {
      await saveDraft(device.account, device.commands, {
        invoiceId: first.value.id,
        content: aSale(product, { price }),
      })
    }
    const unsent = await listUnsent(device.account.db)
    expect(unsent.map((entry) => entry.type)).toEqual(['product.save', 'invoice.save'])
    expect(unsent.map((entry) => entry.deviceSeq)).toEqual([1, 2])
  })
})
