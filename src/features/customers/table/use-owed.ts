import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { listDebtors } from '#data/debtors.ts'
import { throttledQuery } from '#data/watch.ts'
import type { Cents } from '#domain/money/cents.ts'

const NONE: ReadonlyMap<string, Cents> = new Map()

/** What each customer owes, of those who owe; empty while it is read. */
export function useOwed(db: AccountDatabase): ReadonlyMap<string, Cents> {
  const read = useMemo(
    () =>
      throttledQuery(async () => {
        const debtors = await listDebtors(db)
        return new Map(
          debtors.flatMap(({ customerId, owed }) =>
            customerId === null ? [] : [[customerId, owed] as const],
          ),
        )
      }, db.ports),
    [db],
  )
  return useLiveQuery(read, [read]) ?? NONE
}
