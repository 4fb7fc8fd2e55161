import { beforeEach, describe, expect, it } from 'vitest'
import { creditInvoice } from '#commands/credit-notes.ts'
import { emailInvoice } from '#commands/invoice-mails.ts'
import { cancelInvoice, saveDraft } from '#commands/invoices.ts'
import { discardWork, sendAgain } from '#commands/stuck-work.ts'
import { dailyTotals } from '#data/aggregates.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readPendingCredits, readPendingMails } from '#data/pending-documents.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { aSale, Device } from '../sync/device.ts'
import { createProduct, createSubmission, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

async function numbered(): Promise<InvoiceRow> {
  const { id } = await createSubmission(device, product)
  await sendNow(device.account, device.deps)
  const row = await findInvoice(device.account.db, id)
  if (!row?.receipt) throw new Error('not numbered')
  return row
}

function refund(row: InvoiceRow, thousandths: number, reason = 'broken') {
  const lineId = row.lines[0]?.id ?? ''
  const creditLines = [{ lineId, quantity: toQuantity(thousandths) }]
  return creditInvoice(device.account, device.commands, {
    invoiceId: row.id,
    returnedLines: creditLines,
    reason,
    paidBy: 'cash',
  })
}

describe('a refund', () => {
  it('is saved offline, counts at once, and is validated together with those that wait', async () => {
    const { db } = device.account
    const row = await numbered()
    const whole = row.lines[0]?.quantity ?? 0
    unwrap(await refund(row, 1))
    const [pending] = await readPendingCredits(db, row)
    expect(pending).toMatchObject({ reason: 'broken', paidBy: 'cash', code: null })
    const [day] = await dailyTotals(db, { from: '2026-11-21', to: '2026-11-21' })
    expect(day?.figures).toMatchObject({ refundedCount: 1, refundedGross: pending?.total })
    const now = await findInvoice(db, row.id)
    expect(now).toMatchObject({ status: 'submitted', pending: { kind: 'waiting', submits: false } })
    expect(await refund(row, whole)).toMatchObject({
      ok: false,
      refusals: [{ path: row.lines[0]?.id, code: 'CREDIT_NOTE_TOO_MUCH' }],
    })
  })

  it.each([
    ['without a reason', '', 'CREDIT_NOTE_REASON_REQUIRED'],
    ['of an invoice whose cancellation waits', 'broken', 'CREDIT_NOTE_INVOICE_CANCELED'],
  ])('%s is refused and nothing is kept', async (_name, reason, code) => {
    const row = await numbered()
    if (reason !== '') {
      await cancelInvoice(device.account, device.commands, { invoiceId: row.id, reason: 'wrong' })
    }
    const before = await listUnsent(device.account.db)
    expect(await refund(row, 1, reason)).toMatchObject({ ok: false, refusals: [{ code }] })
    expect(await listUnsent(device.account.db)).toEqual(before)
  })

  it('keeps the invoice from being canceled while it waits', async () => {
    const row = await numbered()
    await refund(row, 1)
    const input = { invoiceId: row.id, reason: 'wrong' }
    expect(await cancelInvoice(device.account, device.commands, input)).toMatchObject({
      ok: false,
      refusals: [{ code: 'INVOICE_HAS_CREDIT_NOTES' }],
    })
  })

  it('that the server refuses is shown with the reason, and discarding it takes it out of the totals', async () => {
    const { db } = device.account
    const row = await numbered()
    unwrap(await refund(row, 1))
    // This server knows no refunds: an older one.
    await sendNow(device.account, device.deps)
    expect((await findInvoice(db, row.id))?.shown).toBe('attention')
    const [pending] = await readPendingCredits(db, row)
    expect(pending?.code).toBe('OPERATION_UNKNOWN')
    const counted = async () => {
      const [day] = await dailyTotals(db, { from: '2026-11-21', to: '2026-11-21' })
      return day?.figures.refundedCount ?? 0
    }
    expect(await counted()).toBe(0)
    unwrap(await sendAgain(device.account, device.commands, { opId: pending?.opId ?? '' }))
    expect(await counted()).toBe(1)
    await sendNow(device.account, device.deps)
    const [again] = await readPendingCredits(db, row)
    await discardWork(device.account, device.commands, { opId: again?.opId ?? '' })
    expect(await readPendingCredits(db, row)).toEqual([])
    expect(await counted()).toBe(0)
    expect((await findInvoice(db, row.id))?.shown).not.toBe('attention')
  })
})

describe('an e-mail', () => {
  const to = 'mteja@example.tz'
  const mail = (invoiceId: string, address = to) =>
    emailInvoice(device.account, device.commands, { invoiceId, to: address, language: 'sw' })

  it('waits behind the submission of its invoice, and does not change the status of the invoice', async () => {
    const { db } = device.account
    const row = await createSubmission(device, product)
    unwrap(await mail(row.id, ` ${to} `))
    const [submission, queued] = await listUnsent(db)
    expect(queued).toMatchObject({ type: 'invoice.email', dependsOn: [submission?.opId] })
    expect((await findInvoice(db, row.id))?.shown).toBe('waiting')
    expect(await readPendingMails(db, row)).toMatchObject([{ to, language: 'sw', code: null }])
  })

  it('asked twice for one address is one e-mail', async () => {
    const row = await numbered()
    await mail(row.id)
    await mail(row.id)
    await mail(row.id, 'other@example.tz')
    expect((await readPendingMails(device.account.db, row)).map((one) => one.to)).toEqual([
      to,
      'other@example.tz',
    ])
  })

  it('that is refused leaves the invoice as it is and shows why', async () => {
    const { db } = device.account
    const row = await numbered()
    await mail(row.id)
    await sendNow(device.account, device.deps)
    expect(await readPendingMails(db, row)).toMatchObject([{ code: 'OPERATION_UNKNOWN' }])
    expect((await findInvoice(db, row.id))?.shown).toBe('submitted')
  })

  it.each([
    ['to what is no address', 'mteja@', 'MAIL_ADDRESS_INVALID'],
    ['of a draft', to, 'MAIL_INVOICE_NOT_NUMBERED'],
  ])('%s is refused', async (_name, address, code) => {
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    expect(await mail(draft.id, address)).toMatchObject({ ok: false, refusals: [{ code }] })
  })
})
