import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
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
 * The list page by page. The bounds of a page are asked once; only its rows are watched, so that a write far down
 * the list does not read the list again.
 */
export function useInvoicePages(db: AccountDatabase, shown: ShownStatus | undefined): Pages {
  const [windows, setWindows] = useState<{ shown: ShownStatus | undefined; list: readonly InvoiceWindow[] }>()
  const asking = useRef(false)
  const ask = useCallback(
    async (before: InvoiceWindow | undefined) => {
      if (asking.current) return
      asking.current = true
      try {
        const next = await invoiceWindow(db, {
          limit: PAGE,
          ...(shown ? { shown } : {}),
          ...(before?.next ? { before: before.next } : {}),
        })
        setWindows((now) => ({
          shown,
          list: before && now && now.shown === shown ? [...now.list, next] : [next],
        }))
      } finally {
        asking.current = false
      }
    },
    [db, shown],
  )
  useEffect(() => {
    void ask(undefined)
  }, [ask])
  const list = windows && windows.shown === shown ? windows.list : undefined
  const rows = useLiveQuery(async () => {
    if (!list) return undefined
    const pages = await Promise.all(list.map((window) => listInvoices(db, window)))
    return { list, rows: pages.flat() }
  }, [db, list])
  const more = useCallback(() => {
    const last = list?.at(-1)
    if (last?.next) void ask(last)
  }, [ask, list])
  // Rows of another filter are not shown under this one; rows of fewer pages are, until the next page is read.
  return { rows: rows && windows?.shown === shown ? rows.rows : undefined, more }
}
