import type { EncryptedTokens, StoredPinEncryption } from '#data/session-secrets.ts'

/**
 * The rounds that OWASP requires of PBKDF2 with SHA-256: a fraction of a second for the owner of the PIN. They slow
 * down a thief who has the phone's storage, but do not stop one: a PIN is short. Ending the stolen phone's session on
 * the server does.
 */
export const PIN_ROUNDS = 600_000

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
/** Each key here encrypts one text once, so the counter may always start at zero. */
const GCM = { name: 'AES-GCM', iv: new Uint8Array(12) } as const

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** A text encrypted for one account cannot be decrypted for another. */
function gcmFor(accountId: string) {
  return { ...GCM, additionalData: bytesOf(`risiti ${accountId}`) }
}

async function deriveKeyFromPin(pin: string, { salt, rounds }: Pick<StoredPinEncryption, 'salt' | 'rounds'>) {
  const material = await crypto.subtle.importKey('raw', bytesOf(pin), 'PBKDF2', false, ['deriveKey'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return crypto.subtle.deriveKey(algorithm, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/** The key that one encryption shares with its decryption (ECDH, then HKDF). */
async function sharedKey(own: CryptoKey, other: ArrayBuffer, sender: ArrayBuffer) {
  const publicKey = await crypto.subtle.importKey('raw', other, CURVE, false, [])
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, own, 256)
  const material = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey'])
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: sender, info: bytesOf('risiti tokens') }
  return crypto.subtle.deriveKey(algorithm, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/** A new key pair under a PIN. `salt` is 16 random bytes. Throws where the browser has no such cryptography. */
export async function createPinEncryption(
  pin: string,
  params: { readonly accountId: string; readonly salt: Uint8Array<ArrayBuffer>; readonly rounds: number },
): Promise<StoredPinEncryption> {
  const { accountId, salt, rounds } = params
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const [publicKey, secret, key] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    deriveKeyFromPin(pin, { salt, rounds }),
  ])
  return { salt, rounds, publicKey, privateKey: await crypto.subtle.encrypt(gcmFor(accountId), key, secret) }
}

/** The private key that a PIN decrypts, in memory only; `undefined` when the PIN is wrong. */
export async function decryptPrivateKey(
  encryption: StoredPinEncryption,
  accountId: string,
  pin: string,
): Promise<CryptoKey | undefined> {
  const key = await deriveKeyFromPin(pin, encryption)
  let secret: ArrayBuffer
  try {
    secret = await crypto.subtle.decrypt(gcmFor(accountId), key, encryption.privateKey)
  } catch {
    return undefined
  }
  return crypto.subtle.importKey('pkcs8', secret, CURVE, false, ['deriveBits'])
}

/** Encrypts a text; this needs no PIN. */
export async function encryptText(
  { publicKey }: StoredPinEncryption,
  accountId: string,
  text: string,
): Promise<EncryptedTokens> {
  const oneTimeKeys = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const sender = await crypto.subtle.exportKey('raw', oneTimeKeys.publicKey)
  const key = await sharedKey(oneTimeKeys.privateKey, publicKey, sender)
  return { sender, box: await crypto.subtle.encrypt(gcmFor(accountId), key, bytesOf(text)) }
}

/** Decrypts a text. Throws when it was encrypted for another account or with another key, or was changed. */
export async function decryptText(
  privateKey: CryptoKey,
  accountId: string,
  { sender, box }: EncryptedTokens,
): Promise<string> {
  const key = await sharedKey(privateKey, sender, sender)
  return new TextDecoder().decode(await crypto.subtle.decrypt(gcmFor(accountId), key, box))
}

/** Whether two keys, or the one-time keys of two encryptions, are the same. */
export function sameBytes(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [a, b] = [new Uint8Array(one), new Uint8Array(other)]
  return a.length === b.length && a.every((byte, place) => byte === b[place])
}
