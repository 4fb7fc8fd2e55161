import { describe, expect, it } from 'vitest'
import { type SessionEvent, type SessionState, STARTING, sessionReducer } from '#session/session.ts'
import { remainingMs, storedTokens } from '#session/token-life.ts'
import { aSession, idOf } from '../sync/device.ts'

const { user } = aSession(idOf('company'), idOf('user'))
const signedIn: SessionState = {
  kind: 'signed-in',
  accountId: 'a',
  user,
  mustChangePassword: false,
  renewable: true,
}
const out = (because: string) => ({ kind: 'signed-out', because })

describe('what happens to a session', () => {
  it.each<[SessionEvent, object]>([
    [{ kind: 'token-refreshed', accountId: 'a' }, signedIn],
    [
      { kind: 'refresh-unreachable', accountId: 'a' },
      { ...signedIn, renewable: false },
    ],
    [{ kind: 'refresh-refused', accountId: 'a' }, out('refused')],
    [{ kind: 'refresh-refused', accountId: 'somebody else' }, signedIn],
    [{ kind: 'signed-out', accountId: 'a' }, out('person')],
    [{ kind: 'signed-out', accountId: 'somebody else' }, signedIn],
    [
      { kind: 'password-change-required', accountId: 'a' },
      { ...signedIn, mustChangePassword: true },
    ],
    [{ kind: 'changed-in-another-tab', accountId: 'a' }, signedIn],
    [{ kind: 'changed-in-another-tab', accountId: 'b' }, out('another-tab')],
    [{ kind: 'changed-in-another-tab', accountId: null }, out('another-tab')],
    [{ kind: 'nobody-found' }, out('nobody')],
  ])('%o', (event, expected) => {
    expect(sessionReducer(signedIn, event)).toEqual(expected)
  })

  it('begins with a signed-in or signed-out user; an event before that changes nothing', () => {
    const event: SessionEvent = { kind: 'signed-in', accountId: 'a', user, mustChangePassword: false }
    expect(sessionReducer(STARTING, event)).toEqual(signedIn)
    expect(sessionReducer(STARTING, { kind: 'refresh-refused', accountId: 'a' })).toEqual(STARTING)
  })
})

describe('how long a token lives', () => {
  const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
  const NOW = 5_000_000

  it('is counted from when it came, by its own two times, however wrong the clock (F1, F2)', () => {
    const tokens = storedTokens({ token: jwt({ iat: 10, exp: 910 }), refresh_token: 'r' }, NOW)
    expect(remainingMs(tokens, NOW)).toBe(900_000)
    expect(remainingMs(tokens, NOW + 850_000)).toBe(50_000)
    expect(remainingMs(tokens, NOW - 1)).toBe(Number.POSITIVE_INFINITY)
  })

  it.each(['', 'a.b', 'a.%%%.c', jwt({ exp: 'soon' }), jwt([])])(
    'is unknown for %j: the server will say',
    (token) => {
      const tokens = storedTokens({ token, refresh_token: 'r' }, NOW)
      expect(remainingMs(tokens, NOW + 1e12)).toBe(Number.POSITIVE_INFINITY)
    },
  )
})
