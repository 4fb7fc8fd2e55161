import { useLiveQuery } from 'dexie-react-hooks'
import type { AccountDatabase } from '#data/account-database.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import type { ListFilter } from './list-search-params.ts'

/** A longer list is of no use: typing another word finds the invoice sooner. */
export const FOUND_AT_MOST = 60

/** The most that a table shows of a search: enough to sort all that a name finds, and read between two keys. */
export const FOUND_IN_TABLE = 200

/** The search results within the chosen status and days, newest first; `undefined` until read, and without a text. */
export function useSearchResults(
  db: AccountDatabase,
  text: string,
  { shown, period }: ListFilter,
  limit: number,
): readonly InvoiceRow[] | undefined {
  return useLiveQuery(
    async () => (text.trim() === '' ? undefined : searchInvoices(db, { text, limit, shown, period })),
    [db, text, shown, period, limit],
  )
}
