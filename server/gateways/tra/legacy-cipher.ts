import { createDecipheriv } from 'node:crypto'
import forge from 'node-forge'

type LegacyCipher = { readonly name: '3des' | 'rc2'; readonly keyBytes: number }

/** Password encryption of PKCS#12 itself, which WebCrypto does not know, by object identifier (RFC 7292, appendix C). */
const CIPHERS: Readonly<Record<string, LegacyCipher>> = {
  '1.2.840.113549.1.12.1.3': { name: '3des', keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { name: '3des', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { name: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { name: 'rc2', keyBytes: 5 },
}

const KEY_PURPOSE = 1
const IV_PURPOSE = 2
const IV_BYTES = 8

export function isLegacyCipher(oid: string): boolean {
  return Object.hasOwn(CIPHERS, oid)
}

/** Decrypts one part of a legacy file. Throws when the cipher is unknown or the bytes do not decrypt. */
export function decryptLegacy(
  oid: string,
  derivation: { salt: Uint8Array; iterations: number },
  password: string,
  encrypted: Uint8Array,
): Uint8Array {
  const cipher = CIPHERS[oid]
  if (!cipher) throw new Error('not a legacy cipher')
  const derive = (purpose: number, length: number): Buffer => {
    const salt = forge.util.createBuffer(binary(derivation.salt))
    const derived = forge.pkcs12.generateKey(password, salt, purpose, derivation.iterations, length)
    return Buffer.from(derived.getBytes(), 'latin1')
  }
  const key = derive(KEY_PURPOSE, cipher.keyBytes)
  const iv = derive(IV_PURPOSE, IV_BYTES)
  return cipher.name === '3des' ? decrypt3des(key, iv, encrypted) : decryptRc2(key, iv, encrypted)
}

function decrypt3des(key: Buffer, iv: Buffer, encrypted: Uint8Array): Uint8Array {
  const threeKeys = key.length === 24 ? key : Buffer.concat([key, key.subarray(0, 8)])
  const decipher = createDecipheriv('des-ede3-cbc', threeKeys, iv)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}

function decryptRc2(key: Buffer, iv: Buffer, encrypted: Uint8Array): Uint8Array {
  const decipher = forge.rc2.createDecryptionCipher(binary(key), key.length * 8)
  decipher.start(binary(iv))
  decipher.update(forge.util.createBuffer(binary(encrypted)))
  if (!decipher.finish()) throw new Error('the bytes do not decrypt')
  return Buffer.from(decipher.output.getBytes(), 'latin1')
}

/** The library takes bytes as a text of one character per byte. */
function binary(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
