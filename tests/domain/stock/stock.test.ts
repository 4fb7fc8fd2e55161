import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toQuantity } from '#domain/money/quantity.ts'
import { mergeAggregates } from '#domain/reports/aggregate.ts'
import { allStockDeltas, isLowStock, stockDeltas, stockEntry, stockMovement } from '#domain/stock/stock.ts'
import { exampleInvoice, exampleLine } from '../example-invoice.ts'

const lines = [
  exampleLine({ id: 'a', productId: 'sugar', quantity: toQuantity(2_000) }),
  exampleLine({ id: 'b', productId: 'sugar', quantity: toQuantity(500) }),
  exampleLine({ id: 'c', productId: null, quantity: toQuantity(9_000) }),
]
const levels = (rows: ReturnType<typeof stockDeltas>) =>
  rows.map(({ kind, key, figures }) => [kind, key, figures.quantity, figures.count])

it('a sale takes its quantities away, a cancellation gives them back; unsaved products have no stock (stock: sales count down, entries count up)', () => {
  expect(levels(stockDeltas({ lines }, 'sold'))).toEqual([['stock', 'sugar', -2_500, 0]])
  expect(levels(allStockDeltas({ lines, status: 'canceled' }))).toEqual([['stock', 'sugar', 0, 0]])
})

it('what came back with a refund is in stock again', () => {
  const note = { lines: [{ lineId: 'b', quantity: toQuantity(500), amount: 0 }] }
  const invoice = { ...exampleInvoice(), lines, status: 'issued', creditNotes: [note] } as never
  expect(levels(allStockDeltas(invoice))).toEqual([['stock', 'sugar', -2_000, 0]])
})

it('entries of several phones add up in any order: what one counted and others sold meanwhile is not lost', () => {
  const rows = [
    stockEntry('sugar', 10_000),
    ...stockDeltas({ lines }, 'sold'),
    stockEntry('sugar', stockMovement('counted', 6_000, 7_500)),
    ...stockDeltas({ lines }, 'sold'),
    stockEntry('sugar', stockMovement('lost', 1_000, 0)),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      expect(levels(mergeAggregates(shuffled))).toEqual([['stock', 'sugar', 2_500, 3]])
    }),
  )
})

it.each([
  [0, undefined, true],
  [1_000, undefined, false],
  [5_000, 5_000, true],
  [5_001, 5_000, false],
  [-1_000, 0, true],
])('a level of %i with the mark at %j is low: %j', (level, mark, low) => {
  expect(isLowStock(level, mark === undefined ? undefined : toQuantity(mark))).toBe(low)
})
