import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'
import { listFileEntries } from '#data/outbox-entries.ts'
import { fileOfOrderingKey } from '#data/outbox-entry.ts'
import { mayUpload, type NetworkConnection } from '#domain/files/may-upload.ts'

/** The connection that is assumed where the browser reports none. */
export const UNKNOWN_CONNECTION: NetworkConnection = { kind: 'unknown', savesData: false }

/**
 * Ordering keys of the files that wait for Wi-Fi by the person's setting. They are pending, but need no warning that
 * they are late.
 */
export async function listDeferredFileKeys(
  db: AccountDatabase,
  connection: NetworkConnection = UNKNOWN_CONNECTION,
): Promise<Set<string>> {
  if (!(await findMeta(db, 'hold-large-files'))) return new Set()
  const queued = (await listFileEntries(db)).filter(({ state }) => state === 'queued')
  const hashes = queued.map(({ lane }) => fileOfOrderingKey(lane)?.sha256 ?? '')
  const rows = await db.run(() => db.files.bulkGet(hashes))
  const deferred = rows.map(
    (row) => row !== undefined && row.sent < row.size && !mayUpload(row, connection, true),
  )
  return new Set(queued.filter((_, at) => deferred[at]).map(({ lane }) => lane))
}
