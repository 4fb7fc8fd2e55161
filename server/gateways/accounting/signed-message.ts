import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether the bytes as they came are signed with the key: base64 of HMAC-SHA256, compared in constant time. */
export function isSigned(body: Uint8Array, signature: string, key: string | null): boolean {
  if (key === null || key === '') return false
  const expected = createHmac('sha256', key).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The body of a signed message; `undefined` where it is no JSON. */
export function parseMessage(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
