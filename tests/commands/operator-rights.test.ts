import { beforeEach, describe, expect, it } from 'vitest'
import { creditInvoice } from '#commands/credit-notes.ts'
import { cancelInvoice, saveDraft, submitInvoice } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readBody } from '#data/outbox-entry.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import type { Approval, OperatorRights } from '#domain/permissions/operator-rights.ts'
import { applyPage } from '#sync/inbox/apply-page.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { aSale, Device, idOf } from '../sync/device.ts'
import { createProduct, createSubmission, unwrap } from '../sync/shop.ts'

const NO_RIGHTS: OperatorRights = { refund: false, cancel: false, maxDiscount: toBasisPoints(500) }
const FORBIDDEN = { ok: false, refusals: [{ path: '', code: 'FORBIDDEN' }] }

let device: Device
let product: string
let numbered: InvoiceRow
let approval: Approval

beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
  const { id } = await createSubmission(device, product)
  await sendNow(device.account, device.deps)
  const row = await findInvoice(device.account.db, id)
  if (!row?.receipt) throw new Error('not numbered')
  numbered = row
  approval = { userId: idOf('owner'), at: toInstant(device.clock.now()) }
  // As a page of the feed brings it; kept on the phone from then on.
  const now = device.clock.now()
  const cursor = (await findMeta(device.account.db, 'cursor')) ?? ''
  const page = { changes: [], next: cursor, upTo: 0, more: false, serverTime: toInstant(now) }
  await applyPage(device.account, { ...page, rights: NO_RIGHTS }, now)
})

function refund(by?: Approval) {
  const lineId = numbered.lines[0]?.id ?? ''
  return creditInvoice(device.account, device.commands, {
    ...{ invoiceId: numbered.id, reason: 'Imelowa', paidBy: 'cash' },
    returnedLines: [{ lineId, quantity: toQuantity(1000) }],
    approval: by,
  })
}

function discounted(percent: number) {
  const sale = aSale(product)
  return { ...sale, lines: sale.lines.map((line) => ({ ...line, discount: toBasisPoints(percent * 100) })) }
}

describe('what the owner has not allowed an operator, on the phone and offline', () => {
  it('is known from the feed, and stays with the session', async () => {
    expect((await findMeta(device.account.db, 'session'))?.rights).toEqual(NO_RIGHTS)
  })

  it('a refund is refused, and queued with the approval of the owner in it', async () => {
    expect(await refund()).toMatchObject(FORBIDDEN)
    unwrap(await refund(approval))
    const [entry] = await listUnsent(device.account.db)
    expect(entry && readBody('invoice.credit', entry)).toMatchObject({ approval })
  })

  it('a numbered invoice is canceled with approval only, a draft without', async () => {
    const cancel = { invoiceId: numbered.id, reason: 'Makosa' }
    expect(await cancelInvoice(device.account, device.commands, cancel)).toMatchObject(FORBIDDEN)
    unwrap(await cancelInvoice(device.account, device.commands, { ...cancel, approval }))
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    unwrap(await cancelInvoice(device.account, device.commands, { invoiceId: draft.id, reason: '' }))
  })

  it('a discount up to the limit is sold, one above it with approval only', async () => {
    const submit = (percent: number, by?: Approval) =>
      submitInvoice(device.account, device.commands, { content: discounted(percent), approval: by })
    unwrap(await submit(5))
    expect(await submit(5.01)).toMatchObject(FORBIDDEN)
    const { id } = unwrap(await submit(20, approval))
    const entry = (await listUnsent(device.account.db)).find(({ lane }) => lane.includes(id))
    expect(entry && readBody('invoice.submit', entry)).toMatchObject({ approval })
  })
})
