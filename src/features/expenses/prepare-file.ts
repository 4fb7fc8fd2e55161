import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { type FileRefusal, fileTypeOf, judgeFile, MAX_PHOTO_BYTES } from '#domain/files/judge-file.ts'
import { keepsSqueezed } from '#domain/files/photo-size.ts'
import { oneLine } from '#domain/text/one-line.ts'
import { hashBytes } from '#sync/files/hash-bytes.ts'
import { squeezePhoto } from '#workers/squeeze-photo/squeeze-photo.ts'

/** A file as it will be kept and sent, or why it may not be. */
export type Prepared =
  | { readonly kind: 'ok'; readonly file: ExpenseFile; readonly bytes: ArrayBuffer }
  | { readonly kind: 'refused'; readonly code: FileRefusal }

const HEAD_BYTES = 8
const LONGEST_NAME = 100

async function headOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
}

/** A picture made smaller where that helps; anything else, and what the browser cannot open, as it is. */
async function smaller(file: Blob): Promise<Blob> {
  const type = fileTypeOf(await headOf(file))
  if (type === undefined || type === 'application/pdf' || file.size > MAX_PHOTO_BYTES) return file
  const squeezed = await squeezePhoto(file)
  return squeezed && keepsSqueezed({ type, size: file.size }, squeezed.size) ? squeezed : file
}

/** Makes a chosen file ready: photos squeezed, judged by content and size, named by its hash. */
export async function prepareFile(chosen: Blob, name: string): Promise<Prepared> {
  const content = await smaller(chosen)
  const judged = judgeFile(await headOf(content), content.size)
  if (judged.kind === 'refused') return judged
  const bytes = await content.arrayBuffer()
  const file = {
    sha256: await hashBytes(bytes),
    name: oneLine(name).slice(0, LONGEST_NAME),
    type: judged.type,
    size: bytes.byteLength,
  }
  return { kind: 'ok', file, bytes }
}
