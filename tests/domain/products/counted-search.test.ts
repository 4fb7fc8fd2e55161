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
  ['2x4 mbao', '2x4 mbao', undefined],
  ['3x2.5mm waya', '3x2.5mm waya', undefined],
  ['5*2x4 mbao', '2x4 mbao', 5000],
  ['5 x 2x4 mbao', '2x4 mbao', 5000],
  ['3×soda', 'soda', 3000],
])('reads "%s" as a name and how many of it', (typed, text, quantity) => {
  expect(readCountedSearch(typed)).toEqual({ text, quantity })
})
