import { createHash, randomBytes } from 'node:crypto'

/** A new refresh token: 32 random bytes, known to the phone only. */
export function makeRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of it. The token has full entropy, so a plain hash is enough. */
export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
