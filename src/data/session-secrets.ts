import type { IdleMinutes } from '#domain/pin/idle-rule.ts'
import type { PinAttempts } from '#domain/pin/pin-attempts.ts'

export type StoredTokens = {
  readonly token: string
  readonly refreshToken: string
  /** Local time when the pair arrived, and the bearer's lifetime: together they do not depend on a correct clock. */
  readonly receivedAt: number
  readonly lifetimeMs: number | null
}

/** The key pair made with a PIN: encrypting needs no PIN, decrypting does. */
export type StoredPinEncryption = {
  readonly salt: Uint8Array<ArrayBuffer>
  /** Rounds of PBKDF2 from the PIN to the key that encrypts `privateKey`. */
  readonly rounds: number
  readonly publicKey: ArrayBuffer
  readonly privateKey: ArrayBuffer
}

/** The PIN of this person on this phone. */
export type StoredPin = {
  readonly seal: StoredPinEncryption
  readonly idleMinutes: IdleMinutes
  readonly tries: PinAttempts
}

/** Encrypted tokens, with the one-time key that encrypted them. */
export type EncryptedTokens = { readonly sender: ArrayBuffer; readonly box: ArrayBuffer }

export type StoredGrant = { readonly id: string; readonly until: number }

export type DeviceKey = {
  /** Not extractable: it can only sign on this device. */
  readonly privateKey: CryptoKey
  readonly publicKey: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
}
