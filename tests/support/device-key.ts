import { generateKeyPairSync, sign } from 'node:crypto'
import * as v from 'valibot'

const jwkSchema = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() })

/** A signing key as a phone makes it; `signText` gives the signature a browser would, r and s in base64url. */
export function generateDeviceKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicKey: v.parse(jwkSchema, publicKey.export({ format: 'jwk' })),
    signText: (text: string) =>
      sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  }
}
