import { createHmac } from 'node:crypto'

export const DIGITS = '0123456789'
export const UPPER_ALPHANUMERIC = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const MIXED_ALPHANUMERIC = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Text that nobody without `secret` can guess, yet the same for the same label: the simulator draws chance
 * once, for its secret, and everything after that can be replayed.
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
