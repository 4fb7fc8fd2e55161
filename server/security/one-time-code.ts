import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Six digits, each code as likely as any other (spec §5). */
export function makeOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** 256 random bits for a link or a form. */
export function makeOpaqueToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: random enough that a plain hash cannot be turned back. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * What is stored of a code. It has the token in it, of which the database knows only a hash: whoever reads the database
 * cannot find the code by trying the million there are.
 */
export function hashOneTimeCode(token: string, code: string): string {
  return createHash('sha256').update(`${token}:${code}`).digest('hex')
}

/** Compares two hashes in the same time, whatever they are. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
