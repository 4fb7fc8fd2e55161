import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Public half of the key with which a device signs for one user: P-256, as JWK. */
export type DevicePublicKey = {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y: string
}

export function isDeviceKey(publicKey: DevicePublicKey): boolean {
  return readKey(publicKey) !== undefined
}

/** ECDSA P-256 with SHA-256; the signature is r and s side by side, as browsers make it, in base64url. */
export function isSignedByDevice(publicKey: DevicePublicKey, text: string, signature: string): boolean {
  const key = readKey(publicKey)
  if (!key) return false
  const bytes = Buffer.from(signature, 'base64url')
  return bytes.length === 64 && verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

function readKey(publicKey: DevicePublicKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: publicKey, format: 'jwk' })
  } catch {
    return undefined
  }
}
