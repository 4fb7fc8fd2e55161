import type { CallOutcome } from '#api/failure.ts'
import { FILES_PATH } from '#contract/files.ts'
import { findFileContent, upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import type { Account } from '#session/account.ts'

export type OpenFileDeps = {
  readonly now: () => number
  readonly fetch: (path: string) => Promise<CallOutcome<ArrayBuffer>>
}

/**
 * Returns the content of a file of an expense: from this phone, or else from the server; a downloaded file is stored
 * here, so that its data is paid for once. Content that does not match the hash counts as not sent by our server.
 */
export async function openFile(
  { db }: Account,
  { now, fetch }: OpenFileDeps,
  { sha256, type, size }: ExpenseFile,
): Promise<CallOutcome<ArrayBuffer>> {
  const here = await findFileContent(db, sha256)
  if (here) return { kind: 'answered', value: here }
  const fetched = await fetch(`${FILES_PATH}${sha256}`)
  if (fetched.kind !== 'answered') return fetched
  if ((await hashBytes(fetched.value)) !== sha256) {
    return { kind: 'unreadable', endpoint: FILES_PATH, status: 200 }
  }
  // A full phone shows it anyway.
  await upsertFile(db, { sha256, type, size, at: now(), sent: size }, fetched.value).catch(() => undefined)
  return fetched
}
