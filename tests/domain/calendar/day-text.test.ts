import { expect, it } from 'vitest'
import { parseDayText, separateDayText } from '#domain/calendar/day-text.ts'

it.each([
  ['21-11-2026', '2026-11-21'],
  ['1/2/2026', '2026-02-01'],
  ['01.02.2026', '2026-02-01'],
  ['21112026', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  [' 29-02-2028 ', '2028-02-29'],
  ['29-02-2026', undefined],
  ['31-13-2026', undefined],
  ['21-11', undefined],
  ['', undefined],
])('reads %j as the day %s (spec §5: DD-MM-YYYY)', (text, day) => {
  expect(parseDayText(text)).toBe(day)
})

it('puts the signs in between while digits are typed, and leaves them to who types their own', () => {
  const typed = (keys: string) => Array.from(keys).reduce((text, key) => separateDayText(text + key), '')
  expect(typed('21112026')).toBe('21-11-2026')
  expect(typed('1-2-2026')).toBe('1-2-2026')
  expect(typed('12-1-2026')).toBe('12-1-2026')
  expect(typed('1/2/2026')).toBe('1/2/2026')
})
