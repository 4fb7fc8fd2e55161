/** Spec §9: at most 5 MB each, read as 5 × 1024 × 1024 bytes. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

/** A larger picture is not even opened for compression: it could crash a cheap phone. */
export const MAX_PHOTO_BYTES = 25 * 1024 * 1024

/** A person attaches at most so many files to an expense. */
export const MAX_EXPENSE_FILES = 5

/** Spec §9: PDF, PNG or JPG only. */
export const FILE_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const
export type FileType = (typeof FILE_TYPES)[number]

export const FILE_REFUSALS = ['FILE_TYPE_NOT_ALLOWED', 'FILE_TOO_LARGE'] as const
export type FileRefusal = (typeof FILE_REFUSALS)[number]

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}

/** The type of a file by its first bytes, whatever its name; `undefined` for types that are not allowed. */
export function fileTypeOf(head: Uint8Array): FileType | undefined {
  if (beginsWith(head, JPEG)) return 'image/jpeg'
  if (beginsWith(head, PNG)) return 'image/png'
  return beginsWith(head, PDF) ? 'application/pdf' : undefined
}

/** Validates a file by its content and size (spec §9): returns its type, or why it is refused. */
export function validateFile(
  head: Uint8Array,
  size: number,
  limit: number = MAX_FILE_BYTES,
):
  | { readonly kind: 'ok'; readonly type: FileType }
  | { readonly kind: 'refused'; readonly code: FileRefusal } {
  const type = fileTypeOf(head)
  if (type === undefined) return { kind: 'refused', code: 'FILE_TYPE_NOT_ALLOWED' }
  return size > limit ? { kind: 'refused', code: 'FILE_TOO_LARGE' } : { kind: 'ok', type }
}

const ENDINGS: Readonly<Record<FileType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}

/** The name under which a file is downloaded: never the name that its uploader gave it. */
export function plainFileName(sha256: string, type: FileType): string {
  return `receipt-${sha256.slice(0, 12)}.${ENDINGS[type]}`
}
