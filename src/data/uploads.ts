import type { AccountDatabase } from './account-database.ts'
import { listFileEntries } from './outbox-entries.ts'

/**
 * The files of an expense that the server has not confirmed yet, by their hash: how much of each it has, in whole percent.
 * Live, while one is being sent too.
 */
export async function readUploads(
  db: AccountDatabase,
  expenseId: string,
): Promise<ReadonlyMap<string, number>> {
  const entries = await listFileEntries(db, expenseId)
  const hashes = entries
    .filter(({ state }) => state !== 'done')
    .map(({ lane }) => lane.slice(lane.lastIndexOf(':') + 1))
  const files = await db.run(() => db.files.bulkGet(hashes))
  return new Map(
    hashes.map((sha256, index) => {
      const file = files[index]
      // Of a refused one the server keeps nothing, and an empty one has nothing to send.
      const isCounted = file !== undefined && !file.refused && file.size > 0
      return [sha256, isCounted ? Math.floor((file.sent / file.size) * 100) : 0]
    }),
  )
}
