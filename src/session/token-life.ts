import * as v from 'valibot'
import type { StoredTokens } from '#data/meta.ts'
import type { Tokens } from './local-session-store.ts'

const claims = v.object({ iat: v.number(), exp: v.number(), device: v.optional(v.string()) })

/** Refreshed first when less than this is left (spec §7, §9). */
export const REFRESH_UNDER_MS = 60_000

function readClaims(token: string): v.InferOutput<typeof claims> | undefined {
  try {
    const part = token.split('.')[1] ?? ''
    const json: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
    const parsed = v.safeParse(claims, json)
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** The device a bearer was given to: work pushed with it must name the same one. */
export function deviceIdFromToken(token: string): string | undefined {
  return readClaims(token)?.device
}

/**
 * A pair as it is kept. How long the bearer lives is taken from its own two times and counted from now by the
 * phone's clock, so that a clock that is a year off neither refreshes at every call nor never.
 */
export function storedTokens(tokens: Tokens, now: number): StoredTokens {
  const tokenClaims = readClaims(tokens.token)
  return {
    token: tokens.token,
    refreshToken: tokens.refresh_token,
    receivedAt: now,
    lifetimeMs: tokenClaims ? Math.max(0, (tokenClaims.exp - tokenClaims.iat) * 1000) : null,
  }
}

/**
 * Milliseconds the bearer has left; infinite when it does not say, or when the clock stepped back since it came (the
 * server will say `Expired JWT Token` in time).
 */
export function remainingMs(tokens: StoredTokens, now: number): number {
  if (tokens.lifetimeMs === null || now < tokens.receivedAt) return Number.POSITIVE_INFINITY
  return tokens.receivedAt + tokens.lifetimeMs - now
}
