import { expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { invoiceEventsSince } from '#domain/webhooks/invoice-events.ts'
import { eat, exampleInvoice, exampleReceipt } from '../example-invoice.ts'

const tapped = eat('2026-03-02', '12:00:00')
const addressAdded = eat('2026-03-04', '08:00:00')
const recordedAt = eat('2026-03-05', '10:00:00')

it('announces of a draft alone that it was canceled: programs make drafts too, and wait for their sale (A3, A5)', () => {
  expect(invoiceEventsSince(exampleInvoice(), addressAdded)).toEqual([])
  const cancellation = { at: recordedAt, by: 'Asha', reason: '' }
  const canceled = exampleInvoice({ status: 'canceled', cancellation })
  expect(invoiceEventsSince(canceled, addressAdded)).toEqual([
    { type: 'invoice.canceled', key: `canceled:${canceled.id}`, at: recordedAt },
  ])
  expect(invoiceEventsSince(canceled, eat('2026-03-06', '08:00:00'))).toEqual([])
})

it('announces what an offline phone did before the address was added: the server learned of it afterwards (A5)', () => {
  const cancellation = { at: tapped, recordedAt, by: 'Asha', reason: 'typed twice' }
  const canceled = exampleInvoice({ status: 'canceled', receipt: exampleReceipt(), cancellation })
  expect(invoiceEventsSince(canceled, addressAdded)).toMatchObject([
    { type: 'invoice.canceled', at: recordedAt },
  ])
  const note = {
    ...{ id: 'n', number: 1, originalRctvnum: 'A1', at: tapped, recordedAt, day: '2026-03-02' as never },
    ...{ by: 'Asha', reason: 'broken', paidBy: 'cash' as const, lines: [], perLetter: [], total: toCents(1) },
  }
  const refunded = exampleInvoice({ status: 'issued', receipt: exampleReceipt(), creditNotes: [note] })
  expect(invoiceEventsSince(refunded, addressAdded)).toMatchObject([
    { type: 'credit_note.created', at: recordedAt },
  ])
})
