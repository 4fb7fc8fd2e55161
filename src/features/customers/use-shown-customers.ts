import { useEffect, useMemo } from 'react'
import { useReadNow } from '#app-context/use-read-now.ts'
import { prepareInside } from '#blocks/search-inside/find-inside.ts'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listOfferedCustomers } from '#data/customers.ts'
import type { CustomerRow } from '#data/rows.ts'
import { mergeRows } from '#data/search-rows.ts'
import { onIdle } from '#ui/on-idle.ts'
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
 * have the text elsewhere are asked for and follow below them, if there is space.
 */
export function useShownCustomers(
  db: AccountDatabase,
  { text, archived, limit }: CustomerFilter,
  isOff: boolean,
): Shown {
  const wanted = text.trim()
  const found = useReadNow(
    async () =>
      isOff ? undefined : { text: wanted, ...(await listShownCustomers(db, { text, archived, limit })) },
    [db, isOff, text, archived, limit],
  )
  // Asked once the rows of this text are there: its message to the worker would delay their paint.
  const hasSpace = found?.text === wanted && !found.more && !archived
  const { answer, searching } = useInside(db, 'customers', hasSpace ? wanted : '', limit)
  const mayAsk = !isOff && !archived && wanted !== ''
  useEffect(() => (mayAsk ? onIdle(() => prepareInside(db, 'customers')) : undefined), [db, mayAsk])
  const isAnswered = hasSpace && answer.text === wanted
  const inside = useReadNow(
    async () =>
      isAnswered && answer.ids.length > 0
        ? { text: answer.text, rows: await listOfferedCustomers(db, answer.ids) }
        : NOTHING_INSIDE,
    [db, answer, isAnswered],
  )
  const others = found && inside?.text === found.text ? inside.rows : NOTHING_INSIDE.rows
  const rows = useMemo(() => found && mergeRows(found.rows, others, limit), [found, others, limit])
  const isReadingOthers = isAnswered && answer.ids.length > 0 && inside?.text !== answer.text
  return {
    rows,
    more: found?.more === true || (rows?.length ?? 0) >= limit,
    searching: searching || isReadingOthers || (found !== undefined && found.text !== wanted),
  }
}
