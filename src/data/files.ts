import { DAY_MS } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import { findMeta } from './meta.ts'
import type { FileRow } from './rows.ts'

/** How long a file that was sent, or downloaded to look at, is kept; the server has it. */
const RETENTION_DAYS = 60
/** Retention of a file that was chosen for an expense that was never saved. */
const UNUSED_RETENTION_DAYS = 2

/**
 * Stores a file on this phone; one that is here already keeps its progress, unless the server refused it. `sent` is
 * its size when the server has it.
 */
export async function upsertFile(
  db: AccountDatabase,
  file: Omit<FileRow, 'failures' | 'nextAt' | 'waitSetAt'>,
  bytes: ArrayBuffer,
): Promise<void> {
  const { sha256 } = file
  await db.transaction('rw', db.files, db.fileContents, async () => {
    const known = await db.files.get(sha256)
    const alreadySent = known && !known.refused ? known.sent : 0
    await db.files.put({ ...file, sent: Math.max(alreadySent, file.sent) })
    await db.fileContents.put({ sha256, bytes })
  })
}

export function findFile(db: AccountDatabase, sha256: string): Promise<FileRow | undefined> {
  return db.run(() => db.files.get(sha256))
}

/** The content of a file; `undefined` when it is not on this phone. */
export async function findFileContent(db: AccountDatabase, sha256: string): Promise<ArrayBuffer | undefined> {
  return (await db.run(() => db.fileContents.get(sha256)))?.bytes
}

/** Updates the progress of a file; does nothing when it is not here. */
export async function updateFile(
  db: AccountDatabase,
  sha256: string,
  change: Partial<Omit<FileRow, 'sha256'>>,
): Promise<void> {
  await db.run(() => db.files.update(sha256, change))
}

/** Files that this phone has not sent yet, or holds for the expense that is being written. */
async function listFilesInUse(db: AccountDatabase): Promise<Set<string>> {
  const draft = await findMeta(db, 'expense-draft')
  const used = new Set(draft?.files?.map(({ sha256 }) => sha256))
  await db.outbox
    .where('lane')
    .startsWith('file:')
    .each(({ lane }) => used.add(lane.slice(lane.lastIndexOf(':') + 1)))
  return used
}

/** Frees space: deletes files that the server has had for long, and files that were chosen and never saved. */
export function deleteOldFiles(db: AccountDatabase, now: number): Promise<void> {
  return db.transaction('rw', db.files, db.fileContents, db.outbox, db.meta, async () => {
    const used = await listFilesInUse(db)
    const old = (await db.files.toArray()).filter(({ sha256, at, sent, size }) => {
      const days = sent >= size ? RETENTION_DAYS : UNUSED_RETENTION_DAYS
      return !used.has(sha256) && now - at > days * DAY_MS
    })
    const hashes = old.map(({ sha256 }) => sha256)
    await db.files.bulkDelete(hashes)
    await db.fileContents.bulkDelete(hashes)
  })
}
