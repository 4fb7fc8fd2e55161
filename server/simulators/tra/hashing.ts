import { createHash, createHmac } from 'node:crypto'

/** SHA-256 in lower-case hex. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export const DIGITS = '0123456789'
export const UPPER_ALPHANUMERIC = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const MIXED_ALPHANUMERIC = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * `length` characters of `alphabet`, the same for the same secret and label, and not guessable without the secret.
 * The simulator draws randomness only once, for its secret; everything after that can be replayed.
 */
export function secretText(secret: Buffer, label: string, alphabet: string, length: number): string {
  let text = ''
  for (let block = 0; text.length < length; block += 1) {
    for (const byte of createHmac('sha512', secret).update(`${label}\n${block}`).digest()) {
      text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text.slice(0, length)
}
