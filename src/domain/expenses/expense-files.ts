import type { FileType } from '../files/validate-file.ts'

/** A photo or PDF of the receipt of an expense. Its content is named by its hash and sent separately. */
export type ExpenseFile = {
  /** Lower-case hexadecimal SHA-256 of the content. */
  readonly sha256: string
  /** The name on the person's phone; for people only. */
  readonly name: string
  readonly type: FileType
  /** In bytes. */
  readonly size: number
}

type Files = readonly ExpenseFile[] | undefined

/**
 * Files after an edit: what the edit added is added to the current files, what it removed is removed, and what
 * another phone added meanwhile stays. An edit by an app that knows no files changes none.
 */
export function mergeFiles(current: Files, base: Files, edited: Files): readonly ExpenseFile[] {
  const had = new Set(base?.map(({ sha256 }) => sha256))
  const has = new Set(edited?.map(({ sha256 }) => sha256))
  const kept = (current ?? []).filter(({ sha256 }) => !had.has(sha256) || has.has(sha256))
  const standing = new Set(kept.map(({ sha256 }) => sha256))
  const added = (edited ?? []).filter(({ sha256 }) => !had.has(sha256) && !standing.has(sha256))
  return [...kept, ...added]
}

/** Files with one that was removed from a place back there; as they are where it was added again meanwhile. */
export function withFileAgain(
  files: readonly ExpenseFile[],
  file: ExpenseFile,
  place: number,
): readonly ExpenseFile[] {
  if (files.some(({ sha256 }) => sha256 === file.sha256)) return files
  return [...files.slice(0, place), file, ...files.slice(place)]
}

/** The field of a record or operation: absent without files, so that records without files stay as they were. */
export function filesField(files: Files): { readonly files?: readonly ExpenseFile[] } {
  return files !== undefined && files.length > 0 ? { files } : {}
}
