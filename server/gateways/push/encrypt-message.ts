import { createCipheriv, type ECDH, hkdfSync } from 'node:crypto'

const RECORD_SIZE = 4096
const LAST_RECORD = 2

/** The browser's side of a subscription, as bytes. */
export type Receiver = { readonly publicKey: Uint8Array; readonly authSecret: Uint8Array }
/** A key pair (P-256) and 16 random bytes, used for one message only. */
export type MessageKeys = { readonly pair: ECDH; readonly salt: Uint8Array }

function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/**
 * Encrypts a message so that only the browser of the subscription can read it (RFC 8291, in one record of RFC 8188).
 * Returns the body of the request, `Content-Encoding: aes128gcm`. Throws when the receiver's key is not on the curve.
 */
export function encryptMessage(text: string, receiver: Receiver, { pair, salt }: MessageKeys): Uint8Array {
  const own = pair.getPublicKey()
  const shared = pair.computeSecret(receiver.publicKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.publicKey, own])
  const secret = derive(shared, receiver.authSecret, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const plain = Buffer.concat([Buffer.from(text), Buffer.of(LAST_RECORD)])
  const header = Buffer.alloc(21)
  header.set(salt, 0)
  header.writeUInt32BE(RECORD_SIZE, 16)
  header.writeUInt8(own.length, 20)
  return Buffer.concat([header, own, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
