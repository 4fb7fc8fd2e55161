import { expect, test } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { type AggregateRow, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { compareTotals } from '#domain/reports/compare-totals.ts'
import { monthsToCheck } from '#domain/reports/months-to-check.ts'

function day(period: string, figures: Partial<AggregateRow['figures']>): AggregateRow {
  return { kind: 'day', period, key: '', figures: { ...ZERO_FIGURES, ...figures } }
}

test('equal totals differ in nothing, in any order; a letter of 0 equals an absent one', () => {
  const nothing = { net: toCents(0), tax: toCents(0) }
  const stored = [day('2026-11-02', { count: 1, perLetter: { A: nothing } }), day('2026-11-01', { count: 2 })]
  expect(compareTotals(stored, [day('2026-11-01', { count: 2 }), day('2026-11-02', { count: 1 })])).toEqual(
    [],
  )
})

test('a difference names the figure, also one of a letter, with both values', () => {
  const tax = (cents: number) => ({ A: { net: toCents(100), tax: toCents(cents) } })
  const right = day('2026-11-01', { gross: toCents(118), perLetter: tax(18) })
  const wrong = day('2026-11-01', { gross: toCents(120), perLetter: tax(20) })
  expect(compareTotals([wrong], [right])).toEqual([
    {
      row: right,
      differences: [
        { name: 'gross', stored: 120, counted: 118 },
        { name: 'perLetter.A.tax', stored: 20, counted: 18 },
      ],
    },
  ])
})

test('a stored total without invoices has to be 0, and one that is not stored is found', () => {
  const found = compareTotals([day('2026-11-01', { count: 3 })], [day('2026-11-02', { count: 4 })])
  expect(found.map(({ row }) => row)).toEqual([day('2026-11-01', {}), day('2026-11-02', { count: 4 })])
})

test('a check takes the two newest months and the two whose last check is the longest ago', () => {
  const checked = new Map([
    ['2026-09', 5],
    ['2026-08', 4],
    ['2026-06', 3],
    ['2026-05', 9],
  ])
  expect(monthsToCheck('2026-05', '2026-11', checked)).toEqual(['2026-11', '2026-10', '2026-07', '2026-06'])
  expect(monthsToCheck('2026-11', '2026-11', checked)).toEqual(['2026-11'])
  expect(monthsToCheck('2025-12', '2026-01', checked)).toEqual(['2026-01', '2025-12'])
})
