import { useMemo } from 'react'
import { useReadNow } from '#app-context/use-read-now.ts'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listOfferedCustomers } from '#data/customers.ts'
import type { CustomerRow } from '#data/rows.ts'
import { mergeRows } from '#data/search-rows.ts'
import { type CustomerFilter, listShownCustomers } from './list-shown.ts'

type Shown = {
  /** `undefined` until they are read. */
  readonly rows: readonly CustomerRow[] | undefined
  /** There may be others below. */
  readonly more: boolean
  /** Names are still being searched inside. */
  readonly searching: boolean
}

const NOTHING_INSIDE = { text: '', rows: [] as readonly CustomerRow[] }

/**
 * The customers that the list shows. Those found by the beginning of a word are shown as soon as they are read; those that
 * have the text elsewhere follow below them, if there is space.
 */
export function useShownCustomers(
  db: AccountDatabase,
  { text, archived, limit }: CustomerFilter,
  isOff: boolean,
): Shown {
  const { answer, searching } = useInside(db, 'customers', isOff ? '' : text, limit)
  const found = useReadNow(
    async () =>
      isOff ? undefined : { text: text.trim(), ...(await listShownCustomers(db, { text, archived, limit })) },
    [db, isOff, text, archived, limit],
  )
  const hasSpace = found !== undefined && !found.more && !archived && found.text === answer.text
  const inside = useReadNow(
    async () =>
      hasSpace && answer.ids.length > 0
        ? { text: answer.text, rows: await listOfferedCustomers(db, answer.ids) }
        : NOTHING_INSIDE,
    [db, answer, hasSpace],
  )
  const others = found && inside?.text === found.text ? inside.rows : NOTHING_INSIDE.rows
  const rows = useMemo(() => found && mergeRows(found.rows, others, limit), [found, others, limit])
  const isReadingOthers = hasSpace && answer.ids.length > 0 && inside?.text !== answer.text
  return {
    rows,
    more: found?.more === true || (rows?.length ?? 0) >= limit,
    searching: searching || isReadingOthers,
  }
}
