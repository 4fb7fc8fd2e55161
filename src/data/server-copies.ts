import type { AccountDatabase } from './account-database.ts'
import type { ServerCopyRow } from './rows.ts'

export function serverCopyKey(t: string, id: string): string {
  return `${t}:${id}`
}

export function findServerCopy(
  db: AccountDatabase,
  t: string,
  id: string,
): Promise<ServerCopyRow | undefined> {
  return db.shadows.get(serverCopyKey(t, id))
}

type RecordKey = { readonly t: string; readonly id: string }

/** The server copies held back of several records, in their order. */
export async function findServerCopies(
  db: AccountDatabase,
  records: readonly RecordKey[],
): Promise<(ServerCopyRow | undefined)[]> {
  // Usually nothing is held back: one count instead of one read for each.
  if (records.length > 1 && (await db.shadows.count()) === 0) return records.map(() => undefined)
  return db.shadows.bulkGet(records.map(({ t, id }) => serverCopyKey(t, id)))
}

export async function deleteServerCopies(db: AccountDatabase, records: readonly RecordKey[]): Promise<void> {
  if (records.length > 0) await db.shadows.bulkDelete(records.map(({ t, id }) => serverCopyKey(t, id)))
}

/** Stores the newest server record of those that had to wait. */
export async function upsertServerCopy(
  db: AccountDatabase,
  serverCopy: Omit<ServerCopyRow, 'key'>,
): Promise<void> {
  const known = await findServerCopy(db, serverCopy.t, serverCopy.id)
  if (known && known.rev >= serverCopy.rev) return
  await db.shadows.put({ ...serverCopy, key: serverCopyKey(serverCopy.t, serverCopy.id) })
}

export async function deleteServerCopy(db: AccountDatabase, t: string, id: string): Promise<void> {
  await db.shadows.delete(serverCopyKey(t, id))
}
