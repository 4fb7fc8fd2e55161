import type { AccountDatabase } from '#data/account-database.ts'
import { listCustomers, searchCustomers } from '#data/customers.ts'
import { listArchivedCustomers } from '#data/inactive-rows.ts'
import type { CustomerRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'

export type CustomerFilter = {
  readonly text: string
  readonly archived: boolean
  readonly limit: number
  /** Ids of those that have the text inside a word, shown below the others. */
  readonly inside?: readonly string[]
}

/** What the list of customers shows; `more` when there may be others below. */
export async function listShownCustomers(
  db: AccountDatabase,
  { text, archived, limit, inside }: CustomerFilter,
): Promise<{ readonly rows: readonly CustomerRow[]; readonly more: boolean }> {
  if (archived) {
    const rows = await listArchivedCustomers(db, limit, text)
    return { rows, more: rows.length >= limit }
  }
  const found = await (text.trim() === ''
    ? listCustomers(db, { limit })
    : searchCustomers(db, text, limit, inside))
  return { rows: found.filter(isOffered), more: found.length >= limit }
}
