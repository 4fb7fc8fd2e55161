import { expect, it } from 'vitest'
import { invoiceRow } from '#data/invoices.ts'
import { type PendingWork, shownStatus } from '#domain/invoices/shown-status.ts'
import { ReceiptNotice } from '#features/invoices/view/receipt-notice.tsx'
import { eat, exampleInvoice, exampleReceipt, type InvoiceChange } from '#tests/domain/example-invoice.ts'
import { renderInRouter } from '../../../support/render-in-router.tsx'

const AT_TRA = 'The receipt has its TRA number and counts at TRA, even while it is still being sent.'
const cancellation = { at: eat('2026-03-04', '10:00:00'), by: 'Asha Mfano', reason: 'Wrong price' }

function notice(change: InvoiceChange, pending: PendingWork = { kind: 'none' }): string {
  const row = invoiceRow(exampleInvoice(change), pending)
  expect(row.shown).toBe(shownStatus(row, pending))
  return renderInRouter(<ReceiptNotice row={row} />)
}

it('a numbered invoice that the server canceled says so, why, and what to do about its tax', () => {
  const html = notice({ status: 'canceled', receipt: exampleReceipt(), cancellation })
  expect(html).toContain('Invoice canceled')
  expect(html).toContain('Reason: Wrong price')
  expect(html).toContain(AT_TRA)
})

it('a canceled draft says so, its reason where there is one, and nothing about TRA', () => {
  const html = notice({ status: 'canceled', receipt: null, cancellation })
  expect(html).toContain('Reason: Wrong price')
  expect(html).not.toContain(AT_TRA)
  const waiting = notice({}, { kind: 'waiting', submits: false, cancels: '' })
  expect(waiting).toContain('Invoice canceled')
  expect(waiting).not.toContain('Reason')
  expect(notice({}, { kind: 'waiting', submits: false, cancels: 'Twice' })).toContain('Reason: Twice')
})

it('a cancellation of a numbered invoice that is not sent yet is a change that waits', () => {
  const issued: InvoiceChange = { status: 'issued', receipt: exampleReceipt() }
  const html = notice(issued, { kind: 'waiting', submits: false, cancels: 'Wrong price' })
  expect(html).toContain('A change to this invoice is waiting to be sent.')
  expect(html).not.toContain('Invoice canceled')
})
