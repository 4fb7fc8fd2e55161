import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activateRelease,
  addStart,
  type Release,
  type Releases,
  type StartHistory,
  seemsBroken,
} from '#domain/app/release.ts'

const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND
const NOON = 1_800_000_000_000
const untried: StartHistory = { started: false, begun: [], givenUpAt: null }

const release = (id: string): Release => ({ id, files: [`/index.html?${id}`, `/assets/${id}.js`] })
const works = ({ present, kept }: Releases): Releases => ({ present: { ...present, started: true }, kept })

describe('a release that takes over (offline-design 3.13)', () => {
  it('keeps the one before it, if that one worked here', () => {
    const first = works(activateRelease(null, release('a')))
    const second = activateRelease(first, release('b'))
    expect(second).toMatchObject({ present: { id: 'b', started: false }, kept: release('a') })
  })

  it('keeps the last one that worked, however many broken ones came between', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (outcomes) => {
        let phone: Releases | null = null
        let lastGood: string | null = null
        for (const [n, good] of outcomes.entries()) {
          phone = activateRelease(phone, release(`r${n}`))
          expect(phone.kept?.id ?? null).toBe(lastGood)
          if (!good) continue
          phone = works(phone)
          lastGood = `r${n}`
        }
      }),
    )
  })

  it('starts a new trial only when its page changed', () => {
    const first = works(activateRelease(works(activateRelease(null, release('a'))), release('b')))
    const again = activateRelease(first, { id: 'b', files: ['/index.html?b', '/assets/other.js'] })
    expect(again.present).toMatchObject({ started: true, files: ['/index.html?b', '/assets/other.js'] })
    expect(again.kept).toEqual(first.kept)
  })

  it('does not keep itself: a release taken back and brought again', () => {
    const a = works(activateRelease(null, release('a')))
    const b = activateRelease(a, release('b'))
    expect(activateRelease(b, release('a')).kept).toBeNull()
  })
})

describe('whether a release comes up', () => {
  it('is never in doubt again once it did', () => {
    const trial = { started: true, begun: [NOON, NOON, NOON], givenUpAt: NOON }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * DAY }), (later) => !seemsBroken(trial, NOON + later)),
    )
  })

  it('is doubted after two starts without a report, not while the second report may still come', () => {
    const twice = addStart(addStart(untried, NOON), NOON + 3 * SECOND)
    expect(seemsBroken(addStart(untried, NOON), NOON + 60 * SECOND)).toBe(false)
    expect(seemsBroken(twice, NOON + 12 * SECOND)).toBe(false)
    expect(seemsBroken(twice, NOON + 14 * SECOND)).toBe(true)
  })

  it('is doubted at once when the person says so', () => {
    expect(seemsBroken({ ...untried, givenUpAt: NOON }, NOON)).toBe(true)
  })

  it('is tried again after a day, and by a clock that went back', () => {
    const doubted = { ...addStart(addStart(untried, NOON), NOON), givenUpAt: NOON }
    expect(seemsBroken(doubted, NOON + DAY - 1)).toBe(true)
    expect(seemsBroken(doubted, NOON + DAY)).toBe(false)
    expect(seemsBroken(doubted, NOON - 1)).toBe(false)
  })

  it('is decided by a few notes, however often it was begun', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 * DAY }), { maxLength: 60 }), (moments) => {
        const trial = moments.reduce((so, at) => addStart(so, NOON + at), untried)
        expect(trial.begun.length).toBeLessThanOrEqual(8)
      }),
    )
  })
})
