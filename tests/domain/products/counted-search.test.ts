import { expect, it } from 'vitest'
import { readCountedSearch } from '#domain/products/counted-search.ts'

it.each([
  ['sukari', 'sukari', undefined],
  ['3*sukari', 'sukari', 3000],
  ['2.5 x mchele', 'mchele', 2500],
  ['12×', '', 12_000],
  ['3x6001234567890', '6001234567890', 3000],
  ['6001234567890', '6001234567890', undefined],
  ['0*soda', '0*soda', undefined],
  ['2xl shati', '2xl shati', undefined],
])('reads "%s" as a name and how many of it', (typed, text, quantity) => {
  expect(readCountedSearch(typed)).toEqual({ text, quantity })
})
