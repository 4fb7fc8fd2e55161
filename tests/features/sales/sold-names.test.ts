import { expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { type AggregateRow, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { type SoldNames, soldLines, soldName } from '#features/sales/sold-names.ts'

const names: SoldNames = {
  saved: new Map([['sugar', 'Sukari']]),
  operators: new Map([['asha', 'Asha Mushi']]),
  categoryOf: (id) => (id === 'sugar' ? 'Food' : ''),
}
const inEnglish = ({ message }: { readonly message?: string }) => message ?? ''
const nameOf = (...[by, key]: [Parameters<typeof soldName>[0], string]) => soldName(by, key, names, inEnglish)

it('calls what this phone does not have deleted, but an operator only unknown (spec §9)', () => {
  expect(nameOf('product', 'sugar')).toBe('Sukari')
  expect(nameOf('product', 'gone')).toBe('Deleted')
  expect(nameOf('customer', 'gone')).toBe('Deleted')
  expect(nameOf('operator', 'asha')).toBe('Asha Mushi')
  expect(nameOf('operator', 'gone')).toBe('Unknown operator')
  expect(nameOf('customer', '')).toBe('Walk-in customer')
  expect(nameOf('category', 'Food')).toBe('Food')
  expect(nameOf('category', '')).toBe('Without category')
})

it('lists operators only when their names are found, everything else at once', () => {
  const figures = { ...ZERO_FIGURES, count: 1, gross: toCents(500) }
  const rows: AggregateRow[] = [
    { kind: 'month-operator', period: '2026-11', key: 'asha', figures },
    { kind: 'month-product', period: '2026-11', key: 'sugar', figures },
  ]
  const waiting = { ...names, operators: undefined }
  expect(soldLines(rows, 'operator', waiting)).toBeUndefined()
  expect(soldLines(rows, 'category', waiting)).toEqual([{ key: 'Food', figures }])
  expect(soldLines(rows, 'operator', names)).toEqual([{ key: 'asha', figures }])
})
