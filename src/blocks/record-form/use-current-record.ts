import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { resolveId } from '#data/records.ts'

/**
 * A record of this phone as it is now. Once it is gone, because another phone deleted it, `deleted` is true and `row` is
 * what it was last, so that a form about it can stay open. `find` must be the same function at every call; `opened` is
 * shown until the record has been read.
 */
export function useCurrentRecord<Row>(
  db: AccountDatabase,
  find: (db: AccountDatabase, id: string) => Promise<Row | undefined>,
  id: string,
  opened?: Row,
): { readonly row: Row | undefined; readonly deleted: boolean } {
  const read = useLiveQuery(async () => ({ row: await find(db, await resolveId(db, id)) }), [db, find, id])
  const [last, setLast] = useState(opened)
  const row = read?.row
  if (row !== undefined && row !== last) setLast(row)
  return { row: row ?? last, deleted: read !== undefined && row === undefined }
}
