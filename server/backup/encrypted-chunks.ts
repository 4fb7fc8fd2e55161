import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { BackupError } from './backup-error.ts'
import type { KeyedHeader } from './backup-header.ts'

/** Plain bytes of every chunk but the last. */
export const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
/** The end of a complete file: distinguishes a truncated file from a damaged one. Not a proof. */
export const END_MARKER = Buffer.from('\nRISITI BACKUP END\n', 'ascii')
const MAX_CHUNKS = 2 ** 32

/**
 * Seals a stream with AES-256-GCM in chunks (the STREAM construction): the nonce of a chunk holds its number and
 * whether it is the last, its tag is bound to the head of the file. So no chunk can be changed, moved, left out,
 * doubled, or taken from another file.
 */
export async function* encryptChunks(
  head: KeyedHeader,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let number = 0
  for await (const { bytes, last } of inChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', head.key, nonceOf(head, number, last))
    cipher.setAAD(headDigest(head))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
  yield END_MARKER
}

/**
 * Opens what `sealChunks` made. Gives no byte that was not proved. Throws `BACKUP_DAMAGED` or `BACKUP_CUT_SHORT`,
 * perhaps only at the end: what was given before is true but not everything.
 */
export async function* decryptChunks(
  head: KeyedHeader,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const end = { complete: false }
  let number = 0
  for await (const { bytes, last } of inChunks(beforeEndMark(source, end), CHUNK_BYTES + TAG_BYTES)) {
    const plaintext = decryptChunk(head, number, last, bytes)
    if (plaintext === undefined) {
      // A last chunk with something behind it that is no end mark: the mark itself was cut.
      const cut = last ? !end.complete : decryptChunk(head, number, true, bytes) !== undefined
      throw problem(!cut, number)
    }
    yield plaintext
    number += 1
  }
  if (!end.complete) throw problem(false, number)
}

function decryptChunk(head: KeyedHeader, number: number, last: boolean, bytes: Buffer): Buffer | undefined {
  if (bytes.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', head.key, nonceOf(head, number, last), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(headDigest(head))
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  try {
    const plain = decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES))
    return Buffer.concat([plain, decipher.final()])
  } catch {
    return undefined
  }
}

function problem(damaged: boolean, number: number): BackupError {
  return damaged
    ? new BackupError('BACKUP_DAMAGED', `The backup is damaged (part ${number + 1}). Use another one.`)
    : new BackupError('BACKUP_CUT_SHORT', 'The end of the backup is missing: it was not copied completely.')
}

function nonceOf(head: KeyedHeader, number: number, last: boolean): Buffer {
  if (number >= MAX_CHUNKS) throw new RangeError('a backup cannot be larger than 256 TB')
  const nonce = Buffer.alloc(12)
  Buffer.from(head.header.nonce, 'base64').copy(nonce)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

function headDigest(head: KeyedHeader): Buffer {
  return createHash('sha256').update(head.bytes).digest()
}

/** Chunks of exactly `size` bytes; the last one, which may be shorter or empty, is marked as last. */
async function* inChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly last: boolean }> {
  let parts: Uint8Array[] = []
  let bufferedLength = 0
  for await (const part of source) {
    parts.push(part)
    bufferedLength += part.length
    if (bufferedLength <= size) continue
    const bytes = Buffer.concat(parts)
    let at = 0
    // One whole chunk is always held back: it may be the last.
    for (; bytes.length - at > size; at += size) yield { bytes: bytes.subarray(at, at + size), last: false }
    parts = [bytes.subarray(at)]
    bufferedLength = bytes.length - at
  }
  yield { bytes: Buffer.concat(parts), last: true }
}

/** Passes on everything but the end mark, and reports whether it was there. */
async function* beforeEndMark(
  source: AsyncIterable<Uint8Array>,
  end: { complete: boolean },
): AsyncGenerator<Buffer> {
  let buffered = Buffer.alloc(0)
  for await (const part of source) {
    const bytes = Buffer.concat([buffered, part])
    const passedLength = Math.max(bytes.length - END_MARKER.length, 0)
    if (passedLength > 0) yield bytes.subarray(0, passedLength)
    buffered = bytes.subarray(passedLength)
  }
  end.complete = buffered.equals(END_MARKER)
  if (!end.complete && buffered.length > 0) yield buffered
}
