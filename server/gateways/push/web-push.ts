import { createECDH, createPrivateKey, type JsonWebKey, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { encryptMessage } from './encrypt-message.ts'
import type { PushSender } from './gateway.ts'
import { classifyStatus, post } from './post-message.ts'

/** A phone that was off longer fetches everything when the app is opened. */
const TTL_SECONDS = 24 * 60 * 60
/** The longest a signature may be good for is a day (RFC 8292). */
const SIGNATURE_TTL_SECONDS = 12 * 60 * 60

export type WebPushKeys = {
  /** Uncompressed point, base64url: what a browser subscribes with. */
  readonly publicKey: string
  readonly privateKey: JsonWebKey
}

/**
 * Standard Web Push: the message encrypted for the browser (RFC 8291), the request signed with the server's own key
 * (RFC 8292). `contact` is a mail address or page (`mailto:`, `https:`) for the keepers of the push service.
 */
export function createWebPush(options: {
  readonly keys: WebPushKeys
  readonly contact: string
  readonly clock: { now(): number }
}): PushSender<'web-push'> {
  const { keys, contact, clock } = options
  const signingKey = createPrivateKey({ key: keys.privateKey, format: 'jwk' })

  async function authorization(endpoint: string): Promise<string> {
    const token = await new SignJWT({
      aud: new URL(endpoint).origin,
      exp: Math.floor(clock.now() / 1000) + SIGNATURE_TTL_SECONDS,
      sub: contact,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .sign(signingKey)
    return `vapid t=${token}, k=${keys.publicKey}`
  }

  return {
    async send({ endpoint, keys: receiver }, { account, cursor, urgent }) {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      let body: Uint8Array<ArrayBuffer>
      try {
        const to = {
          publicKey: Buffer.from(receiver.p256dh, 'base64url'),
          authSecret: Buffer.from(receiver.auth, 'base64url'),
        }
        const text = JSON.stringify({ account, cursor })
        body = new Uint8Array(encryptMessage(text, to, { pair, salt: randomBytes(16) }))
      } catch {
        return { kind: 'refused', reason: 'the key of the subscription is no key' }
      }
      const answer = await post(endpoint, {
        headers: {
          authorization: await authorization(endpoint),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(TTL_SECONDS),
          urgency: urgent ? 'high' : 'normal',
          // A newer message for the account takes the place of one that still waits.
          topic: account,
        },
        body,
      })
      if ('failed' in answer) return answer.failed
      return classifyStatus(answer.response.status, answer.response.headers, clock.now())
    },
  }
}
