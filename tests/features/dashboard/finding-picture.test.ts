import { expect, it } from 'vitest'
import { wrapLines } from '#features/dashboard/insights/finding-picture.ts'

const letters = (line: string) => line.length

it('a text of a picture is broken between words, and no word is lost', () => {
  const lines = wrapLines('Mauzo yalishuka kwa 40% wiki hii', 12, letters)
  expect(lines).toEqual(['Mauzo', 'yalishuka', 'kwa 40% wiki', 'hii'])
  expect(wrapLines('Jinalandefusanalisilonanafasi ni hili', 10, letters)).toEqual([
    'Jinalandefusanalisilonanafasi',
    'ni hili',
  ])
  expect(wrapLines('  ', 10, letters)).toEqual([])
})
