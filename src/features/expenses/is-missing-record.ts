import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'

/** Whether a record does not exist: this phone has all data of the company, and not this record. */
export async function isMissingRecord(
  db: AccountDatabase,
  id: string,
  find: (db: AccountDatabase, id: string) => Promise<unknown>,
): Promise<boolean> {
  const [isFetched, found] = await Promise.all([findMeta(db, 'first-pull-done'), find(db, id)])
  return isFetched === true && found === undefined
}
