import { expect, it } from 'vitest'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import { MAX_MAILS } from '#domain/invoices/invoice-mail.ts'
import { type AfterSaleAction, offeredActions } from '#domain/invoices/offered-actions.ts'
import { type PendingWork, shownStatus } from '#domain/invoices/shown-status.ts'
import { eat, exampleInvoice, exampleReceipt, type InvoiceChange } from '../example-invoice.ts'

type Circumstances = { readonly blocked?: boolean; readonly forbidden?: AfterSaleAction }

function offered(
  change: InvoiceChange,
  pending: PendingWork = { kind: 'none' },
  { blocked = false, forbidden }: Circumstances = {},
): string[] {
  const invoice = exampleInvoice(change)
  const actions = offeredActions(
    { ...invoice, pending, shown: shownStatus(invoice, pending) },
    { blocked, may: (action) => action !== forbidden },
  )
  return [...actions].map((action) => action.replace('invoice.', ''))
}

const issued: InvoiceChange = { status: 'issued', receipt: exampleReceipt() }
const refused: InvoiceChange = {
  status: 'submitted',
  receipt: { ...exampleReceipt(), delivery: 'rejected', ackCode: '1' },
}

it('offers what the invoice allows', () => {
  expect(offered({})).toEqual(['cancel'])
  expect(offered(issued)).toEqual(['cancel', 'credit', 'email'])
  expect(offered(refused)).toContain('repair')
})

it('offers everything but the repair while the authority blocks the company', () => {
  expect(offered(issued, { kind: 'none' }, { blocked: true })).toEqual(['cancel', 'credit', 'email'])
  expect(offered(refused)).toEqual(['cancel', 'credit', 'email', 'repair'])
  expect(offered(refused, { kind: 'none' }, { blocked: true })).toEqual(['cancel', 'credit', 'email'])
  expect(offered({}, { kind: 'none' }, { blocked: true })).toEqual(['cancel'])
})

it('offers nothing that the person may not do', () => {
  expect(offered(issued, { kind: 'none' }, { forbidden: 'invoice.credit' })).toEqual(['cancel', 'email'])
})

it('offers no second cancellation and no refund while one is on its way', () => {
  expect(offered(issued, { kind: 'waiting', submits: false, cancels: 'wrong price' })).toEqual(['email'])
  const cancellation = { at: eat('2026-03-04', '10:00:00'), by: 'Asha Mfano', reason: 'wrong price' }
  expect(offered({ ...issued, status: 'canceled', cancellation })).toEqual([])
})

it('mails an invoice whose submission waits, up to the limit', () => {
  expect(offered({}, { kind: 'waiting', submits: true })).toEqual(['cancel', 'email'])
  const at = eat('2026-03-04', '10:00:00')
  const mail: InvoiceMail = {
    id: 'mail-1',
    to: 'a@example.com',
    language: 'sw',
    at,
    by: 'Asha Mfano',
    state: 'sent',
    changedAt: at,
  }
  expect(offered({ ...issued, mails: Array.from({ length: MAX_MAILS }, () => mail) })).not.toContain('email')
})
