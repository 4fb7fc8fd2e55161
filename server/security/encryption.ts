import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Encryption } from '../ports/system.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals secrets at rest with AES-256-GCM. The sealed text names the key it was sealed with (`s1.<key
 * id>.<base64url>`), so that a wrong key and tampering give different errors. `key` is 32 bytes.
 */
export function createEncryption(key: Uint8Array): Encryption {
  if (key.length !== 32) throw new Error('The sealing key must have 32 bytes')
  const keyId = createHash('sha256').update('risiti key id').update(key).digest('hex').slice(0, 8)
  const header = `s1.${keyId}.`
  return {
    encrypt(plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(header))
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return header + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
    },
    decrypt(text) {
      const [version, id, body] = text.split('.')
      if (version !== 's1' || body === undefined) throw new Error('This is not a sealed secret')
      if (id !== keyId) throw new Error('The secret was sealed under another RISITI_KEY')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(header))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const plain = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([plain, decipher.final()]).toString('utf8')
    },
  }
}
