import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoiceWindow, type InvoiceWindow, listInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { ListFilter } from './list-search-params.ts'

const PAGE = 50

type Pages = {
  /** `undefined` until the first page is read. */
  readonly rows: readonly InvoiceRow[] | undefined
  /** Reads one more page; `undefined` when everything on this phone is read. */
  readonly more: (() => void) | undefined
}

/** First pages as they were when last seen: rendered with the touch, and updated by the watch after it. */
const firstPageCache = new WeakMap<AccountDatabase, Map<string, InvoiceWindow>>()

function keyOf({ shown, period }: ListFilter): string {
  return `${shown ?? ''} ${period.from ?? ''} ${period.to ?? ''}`
}

function cacheFirstPage(db: AccountDatabase, key: string, window: InvoiceWindow): void {
  const known = firstPageCache.get(db) ?? new Map<string, InvoiceWindow>()
  known.set(key, window)
  firstPageCache.set(db, known)
}

/** Reads the first page of a list, unless it is cached, so that its screen is rendered with rows at once. */
export async function readFirstPage(db: AccountDatabase, filter: ListFilter): Promise<void> {
  const key = keyOf(filter)
  if (firstPageCache.get(db)?.has(key)) return
  cacheFirstPage(db, key, await findInvoiceWindow(db, { ...filter, limit: PAGE }))
}

type Windows = { readonly key: string; readonly list: readonly InvoiceWindow[] }

/**
 * The pages after one more was read below `last`. A last page, open below, is read again when more rows have come
 * than its limit, and is replaced once there is a page below it.
 */
function withNext(now: Windows, last: InvoiceWindow, next: InvoiceWindow): Windows {
  if (now.list.at(-1) !== last) return now
  if (last.next !== null) return { ...now, list: [...now.list, next] }
  return next.next === null ? now : { ...now, list: [...now.list.slice(0, -1), next] }
}

/**
 * The list page by page. The bounds of a page are read once, with its rows, which are shown at once; then only these
 * are watched, so that a write far down the list does not read the list again.
 */
export function useInvoicePages(db: AccountDatabase, filter: ListFilter): Pages {
  const key = keyOf(filter)
  const [windows, setWindows] = useState<Windows>()
  const requestedAfter = useRef<InvoiceWindow>(undefined)
  const own = windows?.key === key ? windows.list : undefined
  // The cache as it was when this list was opened: later cache entries come from what is watched.
  const list = useMemo(() => {
    const cached = own ? undefined : firstPageCache.get(db)?.get(key)
    return own ?? (cached ? [cached] : undefined)
  }, [own, db, key])
  const uncached = list === undefined
  const { shown } = filter
  const { from, to } = filter.period
  useEffect(() => {
    let mounted = true
    if (uncached) {
      const query = { shown, period: { from, to }, limit: PAGE }
      void findInvoiceWindow(db, query).then((first) => {
        cacheFirstPage(db, key, first)
        if (mounted) setWindows({ key, list: [first] })
      })
    }
    return () => {
      mounted = false
    }
  }, [uncached, db, key, shown, from, to])
  const watched = useLiveQuery(async () => {
    if (!list) return undefined
    const pages = await Promise.all(list.map((window) => listInvoices(db, window)))
    return { list, rows: pages.flat(), isFull: (pages.at(-1)?.length ?? 0) > PAGE }
  }, [db, list])
  const rows = useMemo(() => {
    if (!list) return undefined
    // Watched pages belong to this list if the first page is the same; pages that are not watched yet follow.
    const known = watched?.list[0] === list[0] ? watched : undefined
    const fresh = list.slice(known?.list.length ?? 0).flatMap((window) => window.rows)
    return known ? [...known.rows, ...fresh] : fresh
  }, [list, watched])
  useEffect(() => {
    const [first] = list ?? []
    // The next visit first shows what is shown now.
    if (first && watched?.list[0] === first) {
      cacheFirstPage(db, key, { ...first, rows: watched.rows.slice(0, PAGE) })
    }
  }, [db, key, list, watched])
  const last = list?.at(-1)
  // The last window is open below.
  const overflows = last?.next === null && watched?.list.at(-1) === last && watched.isFull
  const more = useCallback(() => {
    if (!list || !last || requestedAfter.current === last) return
    requestedAfter.current = last
    const before = last.next ?? last.to
    findInvoiceWindow(db, { shown, period: { from, to }, limit: PAGE, before })
      .then(
        (next) => setWindows((now) => withNext(now?.key === key ? now : { key, list }, last, next)),
        () => undefined,
      )
      .finally(() => {
        requestedAfter.current = undefined
      })
  }, [db, key, list, last, shown, from, to])
  return { rows, more: last?.next === null && !overflows ? undefined : more }
}
