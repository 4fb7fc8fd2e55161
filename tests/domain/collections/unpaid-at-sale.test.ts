import { expect, test } from 'vitest'
import { leftUnpaid, unpaidAtSale } from '#domain/collections/unpaid-at-sale.ts'
import { toCents } from '#domain/money/cents.ts'
import { receiptOf, refunded } from '../../server/accounting/bookkeeping.ts'

test('goods that came back lower what is owed, and not what the sale was left with', () => {
  const sold = receiptOf('company', [[10_000, 4000, 'standard']], { unpaid: true })
  const payments = [{ type: 'cash' as const, amount: toCents(15_000) }]
  const partly = { ...refunded(sold, 1000, 1), payments }
  expect([leftUnpaid(partly), unpaidAtSale(partly)]).toEqual([25_000, 15_000])
  const returned = { ...refunded(sold, 4000, 1), payments }
  expect([leftUnpaid(returned), unpaidAtSale(returned)]).toEqual([25_000, 0])
  expect(leftUnpaid({ ...sold, payments: [{ type: 'cash', amount: toCents(40_000) }] })).toBe(0)
})
