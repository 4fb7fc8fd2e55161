import type { AccountDatabase } from './account-database.ts'
import { listCustomers } from './customers.ts'
import { listArchivedCustomers, listInactiveProducts } from './inactive-rows.ts'
import { listProducts } from './products.ts'
import type { CustomerRow, ProductRow } from './rows.ts'
import { isListed, isOffered, pageKey, type Searchable } from './search-rows.ts'

/** Rows read at a time. */
const PAGE_ROWS = 500

type Page = { readonly after?: string; readonly limit: number }

async function* offeredPages<Row extends Searchable>(
  readPage: (page: Page) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: string | undefined
  for (;;) {
    const rows = await readPage({ limit: PAGE_ROWS, ...(after === undefined ? {} : { after }) })
    yield rows.filter(isOffered)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    after = pageKey(last)
  }
}

/** Those of these rows that are on a list, by name. */
async function* chosenPage<Row extends Searchable>(
  found: PromiseLike<readonly (Row | undefined)[]>,
): AsyncGenerator<readonly Row[]> {
  const rows = (await found).flatMap((row) => (row && isListed(row) ? row : []))
  yield rows.sort((one, other) => (pageKey(one) < pageKey(other) ? -1 : 1))
}

async function* onePage<Row>(rows: Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield await rows
}

/**
 * The customers of one of the two lists for a file, page by page, by name. The file has no column for the archive, and an
 * import adds everyone as active: the two are never in one file.
 */
export function customersToExport(
  db: AccountDatabase,
  archived: boolean,
): AsyncGenerator<readonly CustomerRow[]> {
  return archived
    ? onePage(listArchivedCustomers(db, Number.POSITIVE_INFINITY))
    : offeredPages((page) => listCustomers(db, page))
}

/** The products for a file in the same way: those that are sold, or those that are not sold any more. */
export function productsToExport(
  db: AccountDatabase,
  inactive: boolean,
): AsyncGenerator<readonly ProductRow[]> {
  return inactive
    ? onePage(listInactiveProducts(db, Number.POSITIVE_INFINITY))
    : offeredPages((page) => listProducts(db, page))
}

/** Chosen customers for a file, by name. */
export function chosenCustomers(
  db: AccountDatabase,
  ids: readonly string[],
): AsyncGenerator<readonly CustomerRow[]> {
  return chosenPage(db.run(() => db.customers.bulkGet([...ids])))
}

/** Chosen products for a file, by name. */
export function chosenProducts(
  db: AccountDatabase,
  ids: readonly string[],
): AsyncGenerator<readonly ProductRow[]> {
  return chosenPage(db.run(() => db.products.bulkGet([...ids])))
}
