import * as v from 'valibot'
import type { DeviceKey } from '#data/meta.ts'

const publicJwk = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() })

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
    const exported = v.safeParse(publicJwk, await crypto.subtle.exportKey('jwk', pair.publicKey))
    return exported.success ? { privateKey: pair.privateKey, publicKey: exported.output } : undefined
  } catch {
    return undefined
  }
}
