import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DrainState, INITIAL_DRAIN_STATE } from '#data/meta.ts'
import {
  decideBackoff,
  serverRetryAfterMs,
  stateAfter,
  stateAfterServerContact,
} from '#sync/connection/backoff.ts'
import { LONGEST_DELAY_MS, requestedDelay, retryDelay } from '#sync/connection/retry-delay.ts'

const pause: DrainState = { ...INITIAL_DRAIN_STATE, failures: 3, pause: { setAt: 1_000, until: 61_000 } }

describe('whether an attempt may begin', () => {
  it.each([
    ['at rest', INITIAL_DRAIN_STATE, 'background', 2_000, 'open'],
    ['a routine wake in a pause', pause, 'background', 2_000, 'closed'],
    ['news of the line in a pause', pause, 'connectivity', 2_000, 'open'],
    ['the person in a pause', pause, 'user', 2_000, 'open'],
    ['after the pause', pause, 'background', 61_000, 'open'],
    ['a clock that went back before the pause (F3)', pause, 'background', 500, 'open'],
    ['a clock that went far ahead (F1)', pause, 'background', 9e12, 'open'],
    ['news against Retry-After', { ...pause, circuit: true }, 'connectivity', 2_000, 'closed'],
    ['the person against Retry-After', { ...pause, circuit: true }, 'user', 2_000, 'open'],
  ] as const)('%s: %o', (_, state, urgency, now, expected) => {
    expect(decideBackoff(state, urgency, now).kind).toBe(expected)
  })

  it('a pause ignores connectivity, and ends on a user request or after a quarter of an hour', () => {
    const paused = stateAfter(
      INITIAL_DRAIN_STATE,
      { kind: 'hold', paused: { kind: 'company', code: 'USER_DISABLED' } },
      1_000,
    )
    expect(decideBackoff(paused, 'connectivity', 2_000)).toMatchObject({
      kind: 'closed',
      paused: { code: 'USER_DISABLED' },
    })
    expect(decideBackoff(paused, 'user', 2_000).kind).toBe('open')
    expect(decideBackoff(paused, 'background', 1_000 + 15 * 60_000).kind).toBe('open')
  })

  it('allows at most eleven failed attempts a minute for any number of online events (A15, I14)', () => {
    let state: DrainState = INITIAL_DRAIN_STATE
    let attempts = 0
    for (let now = 0; now < 60_000; now += 100) {
      if (decideBackoff(state, 'connectivity', now).kind === 'closed') continue
      attempts += 1
      state = stateAfter(state, { kind: 'wait', ms: 0, requestedByServer: false, online: false }, now)
    }
    expect(attempts).toBe(11)
  })

  /** Attempts on a connection that is up and down in turn, each up reported once; all fail. Returns their moments. */
  function flap(untilMs: number, upMs: number, downMs: number): { attempts: number[]; state: DrainState } {
    let state: DrainState = INITIAL_DRAIN_STATE
    const attempts: number[] = []
    for (let up = 0; up < untilMs; up += upMs + downMs) {
      let at = up
      for (let held = decideBackoff(state, 'connectivity', at); held.kind === 'closed'; ) {
        at += held.forMs
        if (at >= up + upMs) break
        held = decideBackoff(state, 'connectivity', at)
      }
      if (at >= up + upMs) continue
      attempts.push(at)
      state = stateAfter(state, { kind: 'wait', ms: 60_000, requestedByServer: false, online: false }, at)
    }
    return { attempts, state }
  }

  it.each([20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60].map((seconds) => [seconds * 1_000]))(
    'after a connection that flapped every two seconds for %i ms tries within two seconds of the stable one (A14)',
    (stableAt) => {
      const { state } = flap(stableAt, 2_000, 2_000)
      const held = decideBackoff(state, 'connectivity', stableAt)
      expect(held.kind === 'open' ? 0 : held.forMs).toBeLessThanOrEqual(2_000)
    },
  )

  it('spends at most twelve attempts a minute on a connection that flaps in any rhythm (A14, I14)', () => {
    const phase = fc.integer({ min: 100, max: 5_000 })
    fc.assert(
      fc.property(phase, phase, (up, down) => {
        const { attempts } = flap(300_000, up, down)
        for (const at of attempts) {
          expect(attempts.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(
            12,
          )
        }
      }),
    )
  })

  it('allows an attempt at once for each event of the server, after any number of failed attempts (I14)', () => {
    let state: DrainState = INITIAL_DRAIN_STATE
    const failed = (now: number) =>
      stateAfter(state, { kind: 'wait', ms: 30_000, requestedByServer: false, online: false }, now)
    for (let now = 0; now < 6_000; now += 1_000) state = failed(now)
    expect(decideBackoff(state, 'background', 6_000)).toMatchObject({ kind: 'closed', forMs: 54_000 })
    expect(decideBackoff(state, 'connectivity', 6_000)).toMatchObject({ kind: 'closed', forMs: 4_000 })
    expect(decideBackoff(state, 'server-contact', 6_000).kind).toBe('open')
    state = failed(6_000)
    expect(decideBackoff(state, 'connectivity', 6_001).kind).toBe('closed')
    expect(decideBackoff({ ...state, circuit: true }, 'server-contact', 6_001).kind).toBe('closed')
  })

  it.each([
    ['asked for, in its time', { ...pause, circuit: true }, 'connectivity', 2_000, 59_000],
    ['asked for, to a word of the server', { ...pause, circuit: true }, 'server-contact', 2_000, 59_000],
    ['asked for, to the person', { ...pause, circuit: true }, 'user', 2_000, 0],
    ['asked for, and over', { ...pause, circuit: true }, 'background', 61_000, 0],
    ['of our own making', pause, 'background', 2_000, 0],
  ] as const)('a server is left alone after a pause %s', (_, state, urgency, now, expected) => {
    expect(serverRetryAfterMs(state, urgency, now)).toBe(expected)
  })

  it('an answer ends the back-off that was on when it was asked for, and nothing else', () => {
    expect(stateAfterServerContact(pause, 2_000)).toMatchObject({ failures: 0, pause: null })
    expect(stateAfterServerContact(pause, 1_000)).toBe(pause)
    const asked = { ...pause, circuit: true }
    expect(stateAfterServerContact(asked, 2_000)).toBe(asked)
    const pausedAccount = { kind: 'hold', paused: { kind: 'company', code: 'USER_DISABLED' } } as const
    const paused = { ...stateAfter(INITIAL_DRAIN_STATE, pausedAccount, 500), pause: pause.pause }
    expect(stateAfterServerContact(paused, 2_000)).toBe(paused)
  })

  it('a pause of the server outlasts a network failure meanwhile, and the server’s next one replaces it (I14)', () => {
    const asked = { ...pause, circuit: true }
    const line = { kind: 'wait', ms: 500, requestedByServer: false, online: false } as const
    const failed = stateAfter(asked, line, 2_000)
    expect(failed).toMatchObject({ pause: asked.pause, circuit: true, failures: 4, fruitless: [2_000] })
    expect(stateAfter(asked, { kind: 'probe', status: 511, ms: 500 }, 2_000)).toMatchObject({
      ...{ pause: asked.pause, circuit: true },
    })
    expect(stateAfter(asked, { ...line, requestedByServer: true }, 2_000)).toMatchObject({
      ...{ pause: { setAt: 2_000, until: 2_500 }, circuit: true },
    })
    expect(stateAfter(asked, line, 61_000)).toMatchObject({
      ...{ pause: { setAt: 61_000, until: 61_500 }, circuit: false },
    })
  })

  it('is reset by one valid answer', () => {
    expect(stateAfter(pause, { kind: 'go-on' }, 2_000)).toEqual(INITIAL_DRAIN_STATE)
  })
})

describe('how long to wait', () => {
  it('is full jitter under min(5 min, 1 s × 2^n)', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 200 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (failures, random) => {
          const ms = retryDelay(failures, random)
          expect(ms).toBeGreaterThanOrEqual(0)
          expect(ms).toBeLessThan(Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** Math.min(failures, 40)))
        },
      ),
    )
  })

  it('is never shorter than what the server asked', () => {
    expect(requestedDelay(120_000, 0)).toBe(120_000)
    expect(requestedDelay(120_000, 0.9)).toBe(129_000)
  })
})
