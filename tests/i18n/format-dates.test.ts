import { describe, expect, it } from 'vitest'
import { type FiscalDay, parseFiscalDay, parseInstant } from '#domain/calendar/east-africa.ts'
import { clockTime, formatDay, formatMoment, type Translate } from '#i18n/format-dates.ts'
import { chooseLanguage } from '#i18n/language.ts'
import { readLanguage } from './read-language.ts'

const { speak: sw } = await readLanguage('sw')
const say: Translate = (message) => sw._(message)

function day(text: string): FiscalDay {
  const found = parseFiscalDay(text)
  if (!found) throw new Error(text)
  return found
}
function instant(text: string) {
  const found = parseInstant(text)
  if (!found) throw new Error(text)
  return found
}

describe('days in words', () => {
  const today = day('2026-08-07')

  it('names today and yesterday', () => {
    expect(formatDay(today, today, say)).toBe('Leo')
    expect(formatDay(day('2026-08-06'), today, say)).toBe('Jana')
  })

  it.each([
    ['2026-03-05', '5 Mac 2026'],
    ['2026-05-31', '31 Mei 2026'],
    ['2026-08-01', '1 Ago 2026'],
    ['2026-10-09', '9 Okt 2026'],
    ['2025-12-25', '25 Des 2025'],
  ])('writes %s as %s, with the month names of Tanzania', (text, words) => {
    expect(formatDay(day(text), today, say)).toBe(words)
  })

  it('shows the time of East Africa in 24 hours, also past midnight', () => {
    expect(clockTime(instant('2026-08-06T21:05:09.000Z'))).toBe('00:05')
    expect(formatMoment(instant('2026-08-06T21:05:09.000Z'), today, say)).toBe('00:05')
    expect(formatMoment(instant('2026-08-06T20:59:00.000Z'), today, say)).toBe('Jana, 23:59')
  })
})

describe('the language to start in', () => {
  it('is what this device was set to, then the account, then the browser, then Swahili', () => {
    expect(chooseLanguage('en', 'sw', ['sw-TZ'])).toBe('en')
    expect(chooseLanguage(null, 'sw', ['en-GB'])).toBe('sw')
    expect(chooseLanguage(null, undefined, ['fr-FR', 'en-GB'])).toBe('en')
    expect(chooseLanguage('de', null, ['fr-FR'])).toBe('sw')
  })
})
