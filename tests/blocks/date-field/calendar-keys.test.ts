import { expect, it } from 'vitest'
import { dayAfterKey, withinLimits } from '#blocks/date-field/calendar-keys.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'

const day = (text: string) => text as FiscalDay
const FRIDAY = day('2026-11-27')

it.each([
  ['ArrowLeft', '2026-11-26'],
  ['ArrowRight', '2026-11-28'],
  ['ArrowUp', '2026-11-20'],
  ['ArrowDown', '2026-12-04'],
  ['Home', '2026-11-23'],
  ['End', '2026-11-29'],
  ['PageUp', '2026-10-27'],
  ['PageDown', '2026-12-27'],
  ['Enter', undefined],
  ['Tab', undefined],
])('%s goes from Friday, 2026-11-27, to %s', (key, to) => {
  expect(dayAfterKey(key, FRIDAY, {})).toBe(to)
})

it('stays within the days that may be chosen, and the years that are written with four digits', () => {
  const limits = { min: day('2026-11-25'), max: FRIDAY }
  expect(dayAfterKey('ArrowUp', FRIDAY, limits)).toBe('2026-11-25')
  expect(dayAfterKey('PageDown', FRIDAY, limits)).toBe(FRIDAY)
  expect(withinLimits(day('0026-11-27'), {})).toBe('1900-01-01')
  expect(dayAfterKey('ArrowRight', day('9999-12-31'), {})).toBe('2199-12-31')
})
