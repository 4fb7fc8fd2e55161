import type { DeviceKey } from '#data/session-secrets.ts'

/**
 * A new key with which this device signs for one user. It cannot be exported. `undefined` where the browser cannot
 * make one: then a queue waits for the next login.
 */
export async function makeDeviceKey(): Promise<DeviceKey | undefined> {
  try {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ])
    const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    if (x === undefined || y === undefined) return undefined
    return { privateKey: pair.privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } }
  } catch {
    return undefined
  }
}
