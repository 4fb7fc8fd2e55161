import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import { orderingKeyOf, type RecordKind } from '#data/outbox-entry.ts'
import type { FieldRefusal } from '#domain/refusal.ts'

/** The record that is open in the sheet, with what the server refused of it. */
export type OpenedRecord<Row> = {
  readonly row: Row | 'new'
  readonly refused: readonly FieldRefusal<string>[]
}

/**
 * What is open in a list of records: chosen there, or named by the address (`openId`) to be corrected. `find` must be the
 * same function at every call.
 */
export function useOpenedRecord<Row>(
  kind: RecordKind,
  openId: string | undefined,
  find: (db: AccountDatabase, id: string) => Promise<Row | undefined>,
): readonly [opened: OpenedRecord<Row> | undefined, open: (row: Row | 'new' | undefined) => void] {
  const { db } = useAppContext()
  const [opened, setOpened] = useState<OpenedRecord<Row>>()
  useEffect(() => {
    if (openId === undefined) return
    let current = true
    void Promise.all([find(db, openId), listRefusedFields(db, orderingKeyOf(kind, openId))]).then(
      ([row, refused]) => {
        if (current && row) setOpened({ row, refused })
      },
    )
    return () => {
      current = false
    }
  }, [db, kind, openId, find])
  return [opened, (row) => setOpened(row === undefined ? undefined : { row, refused: [] })]
}
