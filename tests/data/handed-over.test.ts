import { expect, test } from 'vitest'
import { openAccountDatabase } from '#data/account-database.ts'
import { countHandedOver, noteHandedOver } from '#data/handed-over.ts'
import { eat } from '#tests/domain/example-invoice.ts'
import { testPorts } from './records.ts'

test('the first paper of a receipt is the original and each later one a copy, also when two are asked for at once', async () => {
  const db = await openAccountDatabase(`handed-over-${crypto.randomUUID()}`, testPorts())
  const at = eat('2026-03-02', '09:20:00')
  const before = await Promise.all([
    noteHandedOver(db, 'invoice-1', 'paper', at),
    noteHandedOver(db, 'invoice-1', 'pdf', at),
  ])
  expect(new Set(before)).toEqual(new Set([0, 1]))
  expect(await noteHandedOver(db, 'invoice-2', 'printer', at)).toBe(0)
  expect(await countHandedOver(db, 'invoice-1')).toBe(2)
  db.close()
})
