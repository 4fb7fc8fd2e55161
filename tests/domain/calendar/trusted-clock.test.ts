import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import { isClockWrong, trustedTime } from '#domain/calendar/trusted-clock.ts'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const MINUTE = 60_000
const moment = fc.integer({ min: 0, max: NOW + 2000 * DAY_MS })
const span = fc.integer({ min: 0, max: 400 * DAY_MS })

describe('the time a phone can know (fiscal time is the server’s)', () => {
  it('is the phone’s own before the server has spoken', () => {
    expect(trustedTime(NOW, null)).toEqual({ ms: NOW, offsetMs: 0 })
  })

  it('is true however wrong the clock, as long as the clock is not changed', () => {
    fc.assert(
      fc.property(moment, moment, span, (serverMs, phoneMs, later) => {
        const { ms } = trustedTime(phoneMs + later, { serverMs, phoneMs })
        expect(Math.abs(ms - (serverMs + later))).toBeLessThanOrEqual(2 * MINUTE)
      }),
    )
  })

  it('never goes behind what the server said (rule: no sale before the last known time)', () => {
    fc.assert(
      fc.property(moment, moment, moment, (serverMs, phoneMs, now) => {
        expect(trustedTime(now, { serverMs, phoneMs }).ms).toBeGreaterThanOrEqual(serverMs - 2 * MINUTE)
      }),
    )
  })

  it('believes a clock that was far ahead and has been set right', () => {
    const reading = { serverMs: NOW, phoneMs: NOW + 400 * DAY_MS }
    expect(trustedTime(NOW + 5 * MINUTE, reading)).toEqual({ ms: NOW + 5 * MINUTE, offsetMs: 0 })
  })

  it("leaves the phone's time alone for the delay of a connection", () => {
    expect(trustedTime(NOW, { serverMs: NOW - 20_000, phoneMs: NOW }).offsetMs).toBe(0)
  })
})

describe('warning that the clock is wrong, before a sale', () => {
  const wrong = (offset: number, now = NOW) =>
    isClockWrong(now, trustedTime(now, { serverMs: now + offset, phoneMs: now }))

  it('is done from more than five minutes', () => {
    expect([wrong(4 * MINUTE), wrong(6 * MINUTE), wrong(-6 * MINUTE)]).toEqual([false, true, true])
  })

  it('warns earlier at midnight in East Africa, when the receipt would have another day', () => {
    const beforeMidnight = Date.parse('2026-11-21T20:58:00.000Z')
    expect([wrong(3 * MINUTE, beforeMidnight), wrong(3 * MINUTE)]).toEqual([true, false])
  })
})
