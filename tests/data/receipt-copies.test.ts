import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { insertAudit } from '#data/audit.ts'
import { findHandovers, insertReceiptCopy, isCopy } from '#data/receipt-copies.ts'
import { eat } from '../domain/example-invoice.ts'
import { testPorts } from './records.ts'

const at = eat('2026-03-02', '09:20:00')

let db: AccountDatabase
beforeEach(async () => {
  db = await openAccountDatabase(`handed-over-${crypto.randomUUID()}`, testPorts())
})
afterEach(() => db.close())

/** What the outbox notes about the submission of a sale. */
async function noted(invoiceId: string, ...actions: string[]): Promise<void> {
  for (const action of actions) {
    await insertAudit(db, { at, action: `invoice.submit ${action}`, subject: `inv:${invoiceId}`, opId: 'op' })
  }
}

test('the first paper of a receipt is the original and each later one a copy, also when two are asked for at once', async () => {
  await noted('invoice-1', 'queued', 'done')
  await noted('invoice-2', 'queued', 'done')
  const copies = await Promise.all([
    insertReceiptCopy(db, 'invoice-1', 'paper', at),
    insertReceiptCopy(db, 'invoice-1', 'pdf', at),
  ])
  expect(new Set(copies)).toEqual(new Set([false, true]))
  expect(await insertReceiptCopy(db, 'invoice-2', 'printer', at)).toBe(false)
  expect(await findHandovers(db, 'invoice-1')).toEqual({ issuedHere: true, count: 2 })
})

test.each([
  ['came from the server', []],
  ['was refused here and submitted elsewhere', ['queued', 'refused']],
  ['was taken over from another phone', ['taken over', 'done']],
])(
  'a receipt that %s is a copy from the first paper on: its original belongs to another phone',
  async (_how, actions) => {
    await noted('invoice-1', ...actions)
    expect(isCopy(await findHandovers(db, 'invoice-1'))).toBe(true)
    expect(await insertReceiptCopy(db, 'invoice-1', 'paper', at)).toBe(true)
  },
)
