import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Lower-case hexadecimal SHA-256 of a text in UTF-8, computed synchronously: `crypto.subtle` cannot be awaited inside
 * a database transaction. For the content of files use `hashBytes`.
 */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
