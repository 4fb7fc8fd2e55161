import { beforeEach, expect, it } from 'vitest'
import { saveDraft } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { refreshPending } from '#data/records.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import {
  type Resolution,
  resolutionOfInvoice,
  resolveInvoice,
} from '#features/invoices/list/table/resolve-invoices.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from '../../../../sync/device.ts'
import { createProduct, createSubmission, refuseFirst, unwrap } from '../../../../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

const resolve = (resolution: Resolution, { id }: InvoiceRow) =>
  resolveInvoice(device.account, device.commands, resolution, id)

/** A sale whose submission the server refused with a code, as this phone shows it. */
async function refused(code: string): Promise<InvoiceRow> {
  const { id } = await createSubmission(device, product)
  const entry = await refuseFirst(device, code)
  await workTransaction(device.account.db, () => refreshPending(device.account.db, [entry.lane]))
  const row = await findInvoice(device.account.db, id)
  if (!row) throw new Error('the sale is gone')
  return row
}

it('sends refused sales again whose cause was elsewhere, not those that need a change', async () => {
  const row = await refused('FISCAL_IDENTITY_MISSING')
  expect(resolutionOfInvoice(row)).toBe('send-again')
  expect(await resolve('send-again', row)).toBe(true)
  expect((await listUnsent(device.account.db)).map(({ state }) => state)).toEqual(['queued'])
  expect(await findInvoice(device.account.db, row.id)).toMatchObject({ shown: 'waiting' })
  // Nothing is refused any more: a second touch has nothing to send.
  expect(await resolve('send-again', row)).toBe(false)
  const wrong = await refused('INVOICE_TOTALS_DIFFER')
  expect(resolutionOfInvoice(wrong)).toBeUndefined()
})

it('cancels drafts, which stay in the list', async () => {
  const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
  expect(resolutionOfInvoice(draft)).toBe('cancel-draft')
  expect(await resolve('cancel-draft', draft)).toBe(true)
  const canceled = await findInvoice(device.account.db, draft.id)
  expect(canceled?.shown).toBe('canceled')
  expect(canceled && resolutionOfInvoice(canceled)).toBeUndefined()
})

it('offers no repair of a receipt that the authority has not refused, and makes none', async () => {
  const sold = await createSubmission(device, product)
  expect(resolutionOfInvoice(sold)).toBeUndefined()
  expect(await resolve('repair', sold)).toBe(false)
})
