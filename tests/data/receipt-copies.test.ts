import { expect, test } from 'vitest'
import { openAccountDatabase } from '#data/account-database.ts'
import { countReceiptCopies, insertReceiptCopy } from '#data/receipt-copies.ts'
import { eat } from '../domain/example-invoice.ts'
import { testPorts } from './records.ts'

test('the first paper of a receipt is the original and each later one a copy, also when two are asked for at once', async () => {
  const db = await openAccountDatabase(`handed-over-${crypto.randomUUID()}`, testPorts())
  const at = eat('2026-03-02', '09:20:00')
  const before = await Promise.all([
    insertReceiptCopy(db, 'invoice-1', 'paper', at),
    insertReceiptCopy(db, 'invoice-1', 'pdf', at),
  ])
  expect(new Set(before)).toEqual(new Set([0, 1]))
  expect(await insertReceiptCopy(db, 'invoice-2', 'printer', at)).toBe(0)
  expect(await countReceiptCopies(db, 'invoice-1')).toBe(2)
  db.close()
})
