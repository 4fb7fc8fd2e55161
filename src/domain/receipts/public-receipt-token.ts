const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const LENGTH = 22

/** The last part of a public receipt link: 22 characters of six random bits each, too many to guess. */
export const PUBLIC_RECEIPT_TOKEN = /^[A-Za-z0-9_-]{22}$/

/**
 * A new token of 132 random bits. `random` is a cryptographic random source (at least 0, below 1, six good bits a
 * call): the token is the only protection of a receipt from strangers.
 */
export function newPublicReceiptToken(random: () => number): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(Math.floor(random() * LETTERS.length))).join('')
}

/** The path of an invoice's public page. */
export function publicReceiptPath(token: string): string {
  return `/slip/${token}`
}
