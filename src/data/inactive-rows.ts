import type { Table } from 'dexie'
import type { AccountDatabase } from './account-database.ts'
import type { CustomerRow, ProductRow } from './rows.ts'
import { INACTIVE_KEY, isListed, type Searchable } from './search-rows.ts'

/** They are few, and found by a key of their own: no index more for every row. */
async function listInactive<Row extends Searchable>(
  db: AccountDatabase,
  table: Table<Row, string>,
  limit: number,
): Promise<Row[]> {
  const rows = await db.run(() => table.where('keys').equals(INACTIVE_KEY).toArray())
  return rows
    .filter(isListed)
    .sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
    .slice(0, limit)
}

/** Customers in the archive, by name. */
export function listArchivedCustomers(db: AccountDatabase, limit: number): Promise<CustomerRow[]> {
  return listInactive(db, db.customers, limit)
}

/** Products that are not sold any more, by name. */
export function listInactiveProducts(db: AccountDatabase, limit: number): Promise<ProductRow[]> {
  return listInactive(db, db.products, limit)
}
