import type { AccountDatabase } from './account-database.ts'
import { listCustomers } from './customers.ts'
import { listArchivedCustomers, listInactiveProducts } from './inactive-rows.ts'
import { listProducts } from './products.ts'
import type { CustomerRow, ProductRow } from './rows.ts'
import { isOffered, pageKey, type Searchable } from './search-rows.ts'

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
