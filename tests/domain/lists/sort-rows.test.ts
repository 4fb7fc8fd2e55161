import { describe, expect, it } from 'vitest'
import { moveRow } from '#domain/lists/move-row.ts'
import { nextSort, sortRows } from '#domain/lists/sort-rows.ts'

const rows = [
  { name: 'd', owed: 5 },
  { name: 'a', owed: undefined },
  { name: 'c', owed: 20 },
  { name: 'b', owed: 5 },
]
const byOwed = (descending: boolean) =>
  sortRows(
    rows,
    descending,
    ({ owed }) => owed,
    ({ name }) => name,
  )
    .map(({ name }) => name)
    .join('')

describe('tables with sortable columns (lists on a wide screen)', () => {
  it('sorts numbers as numbers, equal ones by name from either end', () => {
    expect(byOwed(false)).toBe('bdca')
    expect(byOwed(true)).toBe('cbda')
  })

  it('puts rows without a value last from either end, and these by name', () => {
    const texts = ['', 'Z', undefined, 'B'].map((value, at) => ({ value, name: String(at) }))
    const sorted = (descending: boolean) =>
      sortRows(
        texts,
        descending,
        ({ value }) => value,
        ({ name }) => name,
      ).map(({ value }) => value)
    expect(sorted(false)).toEqual(['B', 'Z', '', undefined])
    expect(sorted(true)).toEqual(['Z', 'B', '', undefined])
  })

  it('counts 0 as a value: a product may have a stock or a price of 0', () => {
    const levels = [3, 0, undefined].map((level) => ({ level }))
    const sorted = sortRows(
      levels,
      false,
      ({ level }) => level,
      () => '',
    )
    expect(sorted.map(({ level }) => level)).toEqual([0, 3, undefined])
  })

  it('leaves the given rows as they are', () => {
    byOwed(true)
    expect(rows[0]?.name).toBe('d')
  })

  it('turns the order round when the same column is chosen again', () => {
    const byName = { by: 'name', descending: false } as const
    expect(nextSort<string>(byName, 'name', false)).toEqual({ by: 'name', descending: true })
    expect(nextSort<string>(byName, 'owed', true)).toEqual({ by: 'owed', descending: true })
  })
})

describe('moving in a table by keyboard', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 19, 19],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['PageDown', 3, 13],
    ['PageDown', 15, 19],
    ['PageUp', 15, 5],
    ['PageUp', 3, 0],
    ['Home', 7, 0],
    ['End', 7, 19],
    ['a', 7, undefined],
    ['Tab', 7, undefined],
  ])('%s leads from row %i of 20 to %s', (key, at, row) => {
    expect(moveRow(key, at, 20)).toBe(row)
  })
})
