import * as v from 'valibot'
import type { StoredTokens } from '#data/session-secrets.ts'
import type { Tokens } from './local-session-store.ts'

const claims = v.object({ iat: v.number(), exp: v.number(), device: v.optional(v.string()) })

/** Refreshed first when less than this remains (spec §7, §9). */
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

/** The device a bearer was issued to: work pushed with it must name the same one. */
export function deviceIdFromToken(token: string): string | undefined {
  return readClaims(token)?.device
}

/**
 * A pair as it is stored. The lifetime of the bearer is calculated from its own two times and counted from now by the
 * phone's clock, so that even a clock that is a year off refreshes at the right time.
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
 * Milliseconds that the bearer is still valid; infinite when it does not say, or when the clock was set back since it
 * arrived (the server then answers `Expired JWT Token` in time).
 */
export function remainingMs(tokens: StoredTokens, now: number): number {
  if (tokens.lifetimeMs === null || now < tokens.receivedAt) return Number.POSITIVE_INFINITY
  return tokens.receivedAt + tokens.lifetimeMs - now
}
