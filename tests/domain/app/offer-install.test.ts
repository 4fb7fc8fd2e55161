import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayOfferInstall, NEVER_OFFERED, REFUSAL_VALID_MS } from '#domain/app/offer-install.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const moment = fc.integer({ min: 0, max: 4_000_000_000_000 })
const span = fc.integer({ min: 0, max: 400 * DAY_MS })

describe('the offer to install the app (offline-design 3.12)', () => {
  it('is made when it never was', () => {
    fc.assert(fc.property(moment, (now) => mayOfferInstall(NEVER_OFFERED, now)))
  })

  it('is not repeated within 90 days of a refusal, and may be after them', () => {
    fc.assert(
      fc.property(moment, span, (refusedAt, later) => {
        const may = mayOfferInstall({ refusedAt, shownAt: refusedAt }, refusedAt + later)
        expect(may).toBe(later >= REFUSAL_VALID_MS)
      }),
    )
    expect(REFUSAL_VALID_MS).toBe(90 * DAY_MS)
  })

  it('is made at most once a day to a person who neither accepts nor refuses it', () => {
    fc.assert(
      fc.property(moment, span, (shownAt, later) => {
        expect(mayOfferInstall({ refusedAt: null, shownAt }, shownAt + later)).toBe(later >= DAY_MS)
      }),
    )
  })

  it('does not fall silent for ever on a phone whose clock went back', () => {
    fc.assert(
      fc.property(moment, span, (now, ahead) => {
        const from = now + ahead + 1
        expect(mayOfferInstall({ refusedAt: from, shownAt: from }, now)).toBe(true)
      }),
    )
  })
})
