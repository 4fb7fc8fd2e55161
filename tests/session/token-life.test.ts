import { describe, expect, it } from 'vitest'
import { remainingMs, storedTokens } from '#session/token-life.ts'

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
