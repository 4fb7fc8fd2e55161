import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { type InvoiceWindow, invoiceWindow, listInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'

const PAGE = 50

type Pages = {
  /** `undefined` until the first page is read. */
  readonly rows: readonly InvoiceRow[] | undefined
  /** Reads one more page, when there is one. */
  readonly more: () => void
}

/**
 * The list page by page. The bounds of a page are asked once, with its rows, which are shown at once; then only these
 * are watched, so that a write far down the list does not read the list again.
 */
export function useInvoicePages(db: AccountDatabase, shown: ShownStatus | undefined): Pages {
  const [windows, setWindows] = useState<{ shown: ShownStatus | undefined; list: readonly InvoiceWindow[] }>()
  const asking = useRef<InvoiceWindow>(undefined)
  useEffect(() => {
    let wanted = true
    void invoiceWindow(db, { limit: PAGE, ...(shown ? { shown } : {}) }).then((first) => {
      if (wanted) setWindows({ shown, list: [first] })
    })
    return () => {
      wanted = false
    }
  }, [db, shown])
  const list = windows && windows.shown === shown ? windows.list : undefined
  const watched = useLiveQuery(async () => {
    if (!list) return undefined
    const pages = await Promise.all(list.map((window) => listInvoices(db, window)))
    return { list, rows: pages.flat() }
  }, [db, list])
  const more = useCallback(() => {
    const last = list?.at(-1)
    if (!last?.next || asking.current === last) return
    asking.current = last
    invoiceWindow(db, { limit: PAGE, before: last.next, ...(shown ? { shown } : {}) }).then(
      (next) =>
        setWindows((now) => (now?.list.at(-1) === last ? { ...now, list: [...now.list, next] } : now)),
      () => {
        asking.current = undefined
      },
    )
  }, [db, shown, list])
  const rows = useMemo(() => {
    if (!list) return undefined
    // What is watched belongs to this list when it begins alike; pages that are not watched yet follow.
    const known = watched?.list[0] === list[0] ? watched : undefined
    const fresh = list.slice(known?.list.length ?? 0).flatMap((window) => window.rows)
    return known ? [...known.rows, ...fresh] : fresh
  }, [list, watched])
  return { rows, more }
}
