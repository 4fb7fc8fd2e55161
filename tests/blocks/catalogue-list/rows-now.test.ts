import { expect, it } from 'vitest'
import { rowsNow } from '#blocks/catalogue-list/rows-now.ts'

function entries(...ids: readonly number[]) {
  return ids.map((id) => ({ id: String(id) }))
}
const MANY = entries(...Array.from({ length: 50 }, (_, at) => at))

it('renders the first rows of a list that opens, then all of it', () => {
  expect(rowsNow(MANY, [])).toEqual(MANY.slice(0, 12))
  expect(rowsNow(MANY, MANY)).toBe(MANY)
})

it('renders no row of the list before that is not in this one, and none twice', () => {
  const found = entries(40, 41)
  expect(rowsNow(found, MANY)).toEqual(found)
})

it('keeps the rows below that were there before, in the new order', () => {
  const changed = [...entries(99), ...MANY, ...entries(100)]
  expect(rowsNow(changed, MANY)).toEqual([...entries(99), ...MANY])
})
