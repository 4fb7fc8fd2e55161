import type { Token } from './gateway.ts'

/** A token counts as expired this long before its time, so that it cannot run out on the way. */
const EXPIRY_MARGIN_MS = 60_000
/** Lifetime assumed when the answer names none. */
const DEFAULT_LIFETIME_SECONDS = 600
const MAX_LIFETIME_SECONDS = 7 * 24 * 3600

/** Whether a kept token may still be sent at `now` (milliseconds). */
export function isTokenUsable(token: Pick<Token, 'accessToken' | 'expiresAtMs'>, now: number): boolean {
  return token.accessToken !== '' && now < token.expiresAtMs - EXPIRY_MARGIN_MS
}

/** The form of a token request: lower-case names, every value percent-encoded (passwords hold `@ ; = #`). */
export function tokenForm(username: string, password: string): string {
  return `username=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}&grant_type=password`
}

/**
 * Reads the JSON of a token answer; `askedAtMs` is when the request left, from which the lifetime counts.
 * Returns `undefined` for anything that is no bearer token. Source: TRA guide.
 */
export function readToken(
  text: string,
  requestedAtMs: number,
): Pick<Token, 'accessToken' | 'expiresAtMs'> | undefined {
  const answer = jsonObject(text)
  const accessToken = answer['access_token']
  // Anything but printable ASCII could not be sent back in a header.
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) return undefined
  const expiresIn = Number(answer['expires_in'] ?? Number.NaN)
  const seconds = Number.isFinite(expiresIn) && expiresIn > 0 ? expiresIn : DEFAULT_LIFETIME_SECONDS
  return { accessToken, expiresAtMs: requestedAtMs + Math.min(seconds, MAX_LIFETIME_SECONDS) * 1000 }
}

/** The `error` of a refused token request (`invalid_grant`), or empty. */
export function tokenError(text: string): string {
  const error = jsonObject(text)['error']
  return typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? error : ''
}

/** The command in the answer's headers: field practice since 2021; absent on older servers, which means active. */
export function readCommand(headers: Headers): Pick<Token, 'command' | 'commandMessage'> {
  const code = headers.get('ackcode')?.trim()
  const command = code === '7' ? 7 : code === '8' ? 8 : code === '18' ? 18 : null
  return { command, commandMessage: (headers.get('ackmsg') ?? '').trim() }
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
