import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ApiKeyMode } from '#domain/api-keys/api-key.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const RANDOM_LENGTH = 43
const SHAPE = /^rsk_(live|test)_[A-Za-z0-9]{43}([0-9a-z]{7})$/
/** How much of a key is kept readable, to recognize it. */
const HINT_LENGTH = 12

function checksum(text: string): string {
  return crc32(text).toString(36).padStart(7, '0')
}

/** A new key of 256 random bits with a checksum, so that a mistyped one costs no look-up. */
export function makeApiKey(mode: ApiKeyMode): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length)))
  const text = `rsk_${mode}_${random.join('')}`
  return text + checksum(text)
}

/** The mode of a key; `undefined` for a text that is no key. */
export function apiKeyMode(key: string): ApiKeyMode | undefined {
  const [, mode, sum] = SHAPE.exec(key) ?? []
  if (sum === undefined || checksum(key.slice(0, -sum.length)) !== sum) return undefined
  return mode === 'live' ? 'live' : 'test'
}

/** What is stored of it. The key has full entropy, so a plain hash is enough. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

export function apiKeyHint(key: string): string {
  return key.slice(0, HINT_LENGTH)
}
