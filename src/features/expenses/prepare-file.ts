import { hashBytes } from '#data/hash-bytes.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { prefersCompressed } from '#domain/files/photo-size.ts'
import { type FileRefusal, fileTypeOf, MAX_PHOTO_BYTES, validateFile } from '#domain/files/validate-file.ts'
import { oneLine } from '#domain/text/one-line.ts'
import { compressImage } from '#workers/compress-image/start-compress-image.ts'

/** A file ready to be stored and sent, or why it is refused. */
export type Prepared =
  | { readonly kind: 'ok'; readonly file: ExpenseFile; readonly bytes: ArrayBuffer }
  | { readonly kind: 'refused'; readonly code: FileRefusal }

const HEAD_BYTES = 8
const LONGEST_NAME = 100

async function headOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
}

/** A picture compressed where that makes it smaller; anything else, and what the browser cannot decode, unchanged. */
async function compressIfSmaller(file: Blob): Promise<Blob> {
  const type = fileTypeOf(await headOf(file))
  if (type === undefined || type === 'application/pdf' || file.size > MAX_PHOTO_BYTES) return file
  const compressed = await compressImage(file)
  return compressed && prefersCompressed({ type, size: file.size }, compressed.size) ? compressed : file
}

/** Prepares a chosen file: photos compressed, validated by content and size, named by its hash. */
export async function prepareFile(chosen: Blob, name: string): Promise<Prepared> {
  const content = await compressIfSmaller(chosen)
  const validated = validateFile(await headOf(content), content.size)
  if (validated.kind === 'refused') return validated
  const bytes = await content.arrayBuffer()
  const file = {
    sha256: await hashBytes(bytes),
    name: oneLine(name).slice(0, LONGEST_NAME),
    type: validated.type,
    size: bytes.byteLength,
  }
  return { kind: 'ok', file, bytes }
}
