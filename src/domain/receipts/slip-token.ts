/** What a slip link ends in: 128 random bits as base64url, so that nobody finds another's receipt by trying. */
export const SLIP_TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Where the public page of an invoice stands below the server's address. */
export function slipPath(token: string): string {
  return `/slip/${token}`
}
