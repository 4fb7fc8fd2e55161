import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IDLE_MINUTES, isIdle } from '#domain/pin/idle-rule.ts'
import {
  attemptsLeft,
  countAttempt,
  MAX_PIN_ATTEMPTS,
  NO_ATTEMPTS,
  type PinAttempts,
  pinAttemptAllowance,
} from '#domain/pin/pin-attempts.ts'
import { checkNewPin, isPin } from '#domain/pin/pin-rule.ts'

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))
const NOW = Date.parse('2026-11-21T10:00:00.000Z')

describe('a new PIN', () => {
  it.each(['7294', '80513', '618093', '1998'])('%s will do', (pin) => {
    expect(checkNewPin(pin, pin)).toEqual([])
  })

  it.each(['', '123', '1234567', '12a4', ' 7294', '٧٢٩٤', '7294\n'])('%j is not 4 to 6 digits', (pin) => {
    expect(checkNewPin(pin)).toEqual(['PIN_FORM'])
  })

  it.each([
    '0000',
    '1111',
    '999999',
    '1234',
    '0123',
    '456789',
    '4321',
    '9876',
    '7890',
    '0987',
    '1212',
    '6969',
    '123123',
    '898989',
    '1122',
    '332211',
    '2580',
  ])('%s is among the first that a thief would try', (pin) => {
    expect(checkNewPin(pin)).toEqual(['PIN_WEAK'])
  })

  it('must be entered twice alike', () => {
    expect(checkNewPin('7294', '7249')).toEqual(['PIN_MISMATCH'])
  })

  it('backwards is as weak or as strong as forwards, and only 4 to 6 digits ever pass', () => {
    fc.assert(
      fc.property(digits(0, 8), (pin) => {
        const backwards = Array.from(pin).reverse().join('')
        expect(checkNewPin(backwards)).toEqual(checkNewPin(pin))
        expect(isPin(pin)).toBe(pin.length >= 4 && pin.length <= 6)
        if (checkNewPin(pin).length === 0) expect(isPin(pin)).toBe(true)
      }),
    )
  })

  it('leaves more than 97 of 100 PINs to choose from', () => {
    const all = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'))
    expect(all.filter((pin) => checkNewPin(pin).length === 0).length).toBeGreaterThan(9_700)
  })
})

describe('attempts', () => {
  /** Tries as fast as allowed; returns the attempts and how long it took. */
  function failAll(): { attempts: PinAttempts; tookMs: number; waits: number[] } {
    let attempts = NO_ATTEMPTS
    let now = NOW
    const waits: number[] = []
    for (;;) {
      const answer = pinAttemptAllowance(attempts, now)
      if (answer.kind === 'over') return { attempts, tookMs: now - NOW, waits }
      if (answer.kind === 'wait') {
        waits.push(answer.forMs)
        now += answer.forMs
        expect(pinAttemptAllowance(attempts, now)).toEqual({ kind: 'may-try' })
      }
      attempts = countAttempt(attempts, now)
    }
  }

  it('end after five wrong ones, with waits that grow', () => {
    const { attempts: tries, waits, tookMs } = failAll()
    expect(tries.failures).toBe(MAX_PIN_ATTEMPTS)
    expect(attemptsLeft(tries)).toBe(0)
    expect(waits).toEqual([5_000, 20_000, 60_000])
    expect(tookMs).toBe(85_000)
  })

  it('a first wrong attempt may be corrected at once', () => {
    expect(pinAttemptAllowance(countAttempt(NO_ATTEMPTS, NOW), NOW)).toEqual({ kind: 'may-try' })
  })

  it('for any clock, at most five attempts are possible and no wait exceeds the longest one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 * NOW }), { maxLength: 40 }), (times) => {
        let attempts = NO_ATTEMPTS
        let made = 0
        for (const now of times) {
          const answer = pinAttemptAllowance(attempts, now)
          if (answer.kind === 'wait') {
            expect(answer.forMs).toBeGreaterThan(0)
            expect(answer.forMs).toBeLessThanOrEqual(60_000)
          }
          if (answer.kind !== 'may-try') continue
          attempts = countAttempt(attempts, now)
          made += 1
        }
        expect(made).toBeLessThanOrEqual(MAX_PIN_ATTEMPTS)
        expect(attemptsLeft(attempts)).toBe(MAX_PIN_ATTEMPTS - made)
      }),
    )
  })
})

describe('being away', () => {
  it('counts from the last touch: not before the chosen minutes, and from then on for ever', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IDLE_MINUTES), fc.nat(10 * 86_400_000), (minutes, awayMs) => {
        expect(isIdle(NOW, NOW + awayMs, minutes)).toBe(awayMs >= minutes * 60_000)
      }),
    )
  })

  it('is assumed when the clock was moved back, but not when it was corrected by a little', () => {
    expect(isIdle(NOW, NOW - 61_000, 30)).toBe(true)
    expect(isIdle(NOW, NOW - 59_000, 1)).toBe(false)
  })
})
