import { expect, test } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { MAX_SCREEN, shortGsm, toGsm } from '#domain/ussd/gsm-text.ts'
import { ussdEndText } from '#domain/ussd/ussd-ends.ts'
import { ussdScreen } from '#domain/ussd/ussd-screens.ts'
import { USSD_SMS_KINDS, type UssdSms, ussdSmsText } from '#domain/ussd/ussd-sms.ts'
import { USSD_PLACES, type UssdEnd } from '#domain/ussd/ussd-state.ts'
import { longestFacts, longestState } from './ussd-facts.ts'

const CODE = 'ABC123123456789012'
const TOTAL = toCents(499_999_999_500)
const ENDS: readonly UssdEnd[] = [
  ...(['registered', 'draft', 'dropped', 'queued', 'pin-shut', 'blocked', 'barred'] as const).map((end) => ({
    end,
  })),
  ...(['help', 'bye', 'unknown', 'down', 'refused', 'failed'] as const).map((end) => ({ end })),
  { end: 'done', code: CODE, total: TOTAL },
  { end: 'again', code: CODE, total: TOTAL },
  { end: 'voided', code: CODE },
  {
    end: 'today',
    today: { day: '31-12-2026', count: 9999, total: TOTAL, vat: TOTAL, waiting: 999, canceled: 999 },
  },
]

/** The basic table of GSM 03.38 as far as it is ASCII: one place each. */
const GSM = /^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]*$/

for (const language of ['sw', 'en'] as const) {
  const facts = longestFacts(language)
  test.each(USSD_PLACES)(
    `the screen %s in ${language} fits 160 characters of the GSM alphabet at its fullest, after a wrong answer too`,
    (place) => {
      const states = [0, 1].map((page) => ({ ...longestState(place), page }))
      for (const state of [...states, { ...longestState(place), triesLeft: null }]) {
        const [text, afterWrong] = [ussdScreen(state, facts), ussdScreen(state, facts, true)]
        for (const shown of [text, afterWrong]) {
          expect(shown).toMatch(GSM)
          expect(shown.length, shown).toBeLessThanOrEqual(MAX_SCREEN)
        }
        expect(afterWrong).not.toBe(text)
      }
    },
  )

  test.each(ENDS)(`the last text $end in ${language} fits at its fullest`, (end) => {
    const text = ussdEndText(end, language, facts)
    expect(text).toMatch(GSM)
    expect(text.length, text).toBeLessThanOrEqual(MAX_SCREEN)
  })
}

const LINK = 'https://virtual.tra.go.tz/efdmsRctVerify/ABC123123456789012_235959'
const MESSAGES: Readonly<Record<UssdSms['kind'], UssdSms>> = {
  issued: {
    ...{ kind: 'issued', company: 'Duka la Vyakula Mfano Kariakoo', code: CODE, total: TOTAL },
    ...{ day: '31-12-2026', verifyUrl: LINK },
  },
  refused: { kind: 'refused', code: CODE },
  'pin-locked': { kind: 'pin-locked', number: '+255 744 100 200' },
}

test.each(USSD_SMS_KINDS)('the text message %s is one message of the GSM alphabet at its fullest', (kind) => {
  for (const language of ['sw', 'en'] as const) {
    const text = ussdSmsText(MESSAGES[kind], language)
    expect(text).toMatch(GSM)
    expect(text.length, text).toBeLessThanOrEqual(MAX_SCREEN)
  }
  expect(ussdSmsText(MESSAGES.issued, 'en')).toContain(LINK)
})

test('text outside the GSM alphabet is written in it, and cut without losing its meaning', () => {
  expect(toGsm('Café “Ünga” – bei ₮5')).toBe('Cafe "Unga" - bei ?5')
  expect(shortGsm('Mchele  wa\nMbeya daraja', 12)).toBe('Mchele wa M.')
  expect(shortGsm('Sukari', 12)).toBe('Sukari')
})

test('the tax types say the rate of today, where there is one', () => {
  const text = ussdScreen(longestState('tax'), longestFacts('sw'))
  expect(text).toContain('1. Kawaida 18.5%\n2. Sifuri\n')
})

test('an SMS is promised only where text messages are sent', () => {
  const [end, facts] = [{ end: 'done', code: CODE, total: TOTAL } as const, longestFacts('sw')]
  expect(ussdEndText(end, 'sw', facts)).toMatch(/\. Utapata SMS TRA ikiitoa\.$/)
  expect(ussdEndText(end, 'sw', { ...facts, sendsSms: false })).toMatch(/Tsh 4,999,999,995\.$/)
})
