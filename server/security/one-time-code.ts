import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Six digits, each code as likely as any other (spec §5). */
export function makeOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** 256 random bits for a session, a link or a form. */
export function makeOpaqueToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: random enough that a plain hash cannot be turned back. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * What is stored of a code. The hash includes the token, of which the database has only a hash: with the
 * database alone an attacker cannot find the code by trying all million values.
 */
export function hashOneTimeCode(token: string, code: string): string {
  return createHash('sha256').update(`${token}:${code}`).digest('hex')
}

/** The token that follows another one once its code was right: a repeated request finds it again. */
export function tokenAfter(token: string, code: string): string {
  return createHash('sha256').update(`${token}:${code}:right`).digest('base64url')
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
