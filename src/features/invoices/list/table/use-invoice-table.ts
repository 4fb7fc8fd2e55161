import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { throttledQuery } from '#data/watch.ts'
import type { Sort } from '#domain/lists/sort-rows.ts'
import type { ListFilter } from '../list-search-params.ts'
import { FOUND_IN_TABLE } from '../use-search-results.ts'
import {
  foundInvoices,
  type InvoiceColumn,
  type InvoiceWords,
  isNewestFirst,
  NEWEST_FIRST,
  readInvoiceTable,
  type SortedInvoices,
} from './read-invoice-table.ts'

const PAGE = 50

type Wanted = {
  /** The pages of the list, or what a search found; `undefined` until read. */
  readonly rows: readonly InvoiceRow[] | undefined
  /** Reads one more page; absent when all pages are read. */
  readonly more: (() => void) | undefined
  readonly searching: boolean
  readonly filter: ListFilter
}

type InvoiceTable = {
  readonly shown: SortedInvoices | undefined
  /** Another order is being read. */
  readonly busy: boolean
  readonly sort: Sort<InvoiceColumn>
  readonly onSort: (sort: Sort<InvoiceColumn>) => void
  readonly onMore: () => void
}

/**
 * The rows of the table in their order. Newest first they are the pages of the list, which are watched window by window;
 * another order is read apart, and until it is there the pages are shown.
 */
export function useInvoiceTable(
  { rows, more, searching, filter }: Wanted,
  words: InvoiceWords,
): InvoiceTable {
  const { db } = useAppContext()
  const [limit, setLimit] = useState(PAGE)
  const [sort, setSort] = useState(NEWEST_FIRST)
  const { shown: status, period } = filter
  const { from, to } = period
  const read = useMemo(
    () =>
      throttledQuery(
        () => readInvoiceTable(db, { shown: status, period: { from, to } }, { sort, limit }, words),
        db.ports,
      ),
    [db, status, from, to, sort, limit, words],
  )
  const known = useLiveQuery(async () => (searching ? undefined : read()), [read, searching])
  const found = useMemo(
    () =>
      searching && rows
        ? foundInvoices(rows, rows.length < FOUND_IN_TABLE, { sort, limit }, words)
        : undefined,
    [searching, rows, sort, limit, words],
  )
  const inPages = isNewestFirst(sort) || known?.sorted === undefined
  const pages = rows && {
    rows,
    more: more !== undefined,
    sort: NEWEST_FIRST,
    sortable: known?.sortable ?? 'indexed',
  }
  return {
    shown: searching ? found : inPages ? pages : known.sorted,
    busy: !searching && !isNewestFirst(sort) && known === undefined,
    sort,
    onSort: setSort,
    onMore: () => {
      if (!searching && inPages) more?.()
      else setLimit(limit + PAGE)
    },
  }
}
