import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { FailureNote } from '#ui/failure-note.tsx'
import { isMissingRecord } from './is-missing-record.ts'

type Props = {
  readonly code: string
  /** The record that the address names. */
  readonly id: string
  /** The same function at every call. */
  readonly find: (db: AccountDatabase, id: string) => Promise<unknown>
}

/** Says above a list that the record named by the address does not exist. */
export function NotFoundNotice({ code, id, find }: Props) {
  const { db } = useAppContext()
  const isMissing = useLiveQuery(() => isMissingRecord(db, id, find), [db, id, find])
  if (isMissing !== true) return null
  return (
    <div className="notice" data-tone="bad">
      <FailureNote code={code} />
    </div>
  )
}
