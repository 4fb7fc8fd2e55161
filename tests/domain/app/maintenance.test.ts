import { expect, test } from 'vitest'
import { maintenanceAt } from '#domain/app/maintenance.ts'
import { type Instant, instantMs } from '#domain/calendar/east-africa.ts'
import { spokenMoment } from '#i18n/spoken-moment.ts'

/** Midnight at the beginning of Sunday the 20th until Monday the 21st at 5 (spec §1; tanzania-facts §11 row 20). */
const start = '2026-12-19T21:00:00.000Z' as Instant
const end = '2026-12-21T02:00:00.000Z' as Instant
const at = (text: string) => maintenanceAt({ start, end }, instantMs(text as Instant))

test('maintenance is announced from 7 days before, goes on from its start, and is over at its end (spec §1)', () => {
  expect(at('2026-12-12T20:59:59.999Z')).toBe('none')
  expect(at('2026-12-12T21:00:00.000Z')).toBe('before')
  expect(at('2026-12-19T20:59:59.999Z')).toBe('before')
  expect(at(start)).toBe('during')
  expect(at('2026-12-21T01:59:59.999Z')).toBe('during')
  expect(at(end)).toBe('none')
})

test('its times are said with digits, in Swahili with the hours counted from six (swahili.md, rule 11)', () => {
  expect(spokenMoment(start, 'en')).toBe('Sunday 20-12-2026, 00:00')
  expect(spokenMoment(end, 'en')).toBe('Monday 21-12-2026, 05:00')
  expect(spokenMoment(start, 'sw')).toBe('Jumapili 20-12-2026, saa 6 usiku (00:00)')
  expect(spokenMoment(end, 'sw')).toBe('Jumatatu 21-12-2026, saa 11 alfajiri (05:00)')
  expect(spokenMoment('2026-12-20T10:30:00.000Z' as Instant, 'sw')).toBe(
    'Jumapili 20-12-2026, saa 7:30 mchana (13:30)',
  )
})
