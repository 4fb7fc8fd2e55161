import type { Table } from 'dexie'
import type { AccountDatabase } from './account-database.ts'
import type { CustomerRow, ProductRow } from './rows.ts'
import { INACTIVE_KEY, isListed, isOffered, type Searchable, wantedKeys } from './search-rows.ts'

/** Markers among the keys begin so (`INACTIVE_KEY`): they are no text of the row. */
const FIRST_TEXT = ' '

/** Like the search of active rows: first those where a key begins with the text, then those that have it elsewhere. */
function matching<Row extends Searchable>(rows: readonly Row[], text: string): readonly Row[] {
  const wanted = wantedKeys(text)
  if (wanted.length === 0) return rows
  const isFound = ({ keys }: Row, has: (key: string, part: string) => boolean) =>
    keys.some((key) => key >= FIRST_TEXT && wanted.some((part) => has(key, part)))
  const beginning = rows.filter((row) => isFound(row, (key, part) => key.startsWith(part)))
  const inside = rows.filter((row) => isFound(row, (key, part) => key.includes(part)))
  return [...new Set([...beginning, ...inside])]
}

/** They are few, and found by a key of their own: no index more for every row. */
async function listInactive<Row extends Searchable>(
  db: AccountDatabase,
  table: Table<Row, string>,
  limit: number,
  text: string,
): Promise<Row[]> {
  const rows = await db.run(() => table.where('keys').equals(INACTIVE_KEY).toArray())
  const byName = rows.filter(isListed).sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
  return matching(byName, text).slice(0, limit)
}

/** Customers in the archive that have a text, by name; all of them for an empty text. */
export function listArchivedCustomers(db: AccountDatabase, limit: number, text = ''): Promise<CustomerRow[]> {
  return listInactive(db, db.customers, limit, text)
}

/** Products that are not sold any more and have a text, by name; all of them for an empty text. */
export function listInactiveProducts(db: AccountDatabase, limit: number, text = ''): Promise<ProductRow[]> {
  return listInactive(db, db.products, limit, text)
}

/** What a company has whose list of those in use shows none: others in use further below, only switched-off ones, or none. */
type Unlisted = 'in-use' | 'switched-off' | 'none'

/** Counts before it reads: a cursor passes over the rows only where some of them are on. */
async function readUnlisted<Row extends Searchable>(
  db: AccountDatabase,
  table: Table<Row, string>,
): Promise<Unlisted> {
  const [[off], all, allOff] = await Promise.all([
    listInactive(db, table, 1, ''),
    db.run(() => table.count()),
    db.run(() => table.where('keys').equals(INACTIVE_KEY).count()),
  ])
  const inUse = all > allOff ? await db.run(() => table.toCollection().filter(isOffered).first()) : undefined
  return inUse ? 'in-use' : off ? 'switched-off' : 'none'
}

export function readUnlistedCustomers(db: AccountDatabase): Promise<Unlisted> {
  return readUnlisted(db, db.customers)
}

export function readUnlistedProducts(db: AccountDatabase): Promise<Unlisted> {
  return readUnlisted(db, db.products)
}
