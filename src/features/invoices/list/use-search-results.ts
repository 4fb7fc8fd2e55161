import { useLiveQuery } from 'dexie-react-hooks'
import type { AccountDatabase } from '#data/account-database.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import type { ListFilter } from './list-search-params.ts'

/** A longer list is of no use: typing another word finds the invoice sooner. */
export const FOUND_AT_MOST = 60

/** The search results within the chosen status and days, newest first; `undefined` until read, and without a text. */
export function useSearchResults(
  db: AccountDatabase,
  text: string,
  { shown, period }: ListFilter,
): readonly InvoiceRow[] | undefined {
  return useLiveQuery(
    async () =>
      text.trim() === '' ? undefined : searchInvoices(db, { text, limit: FOUND_AT_MOST, shown, period }),
    [db, text, shown, period],
  )
}
