import type { AccountDatabase } from '#data/account-database.ts'
import { listInactiveProducts } from '#data/inactive-rows.ts'
import { searchProducts } from '#data/product-search.ts'
import { listProducts } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'
import { readStock } from '#data/stock.ts'

export type ProductFilter = {
  readonly text: string
  readonly inactive: boolean
  readonly limit: number
  readonly inside: readonly string[]
}

type ShownProducts = {
  readonly rows: readonly ProductRow[]
  readonly more: boolean
  /** Levels of those whose stock is counted. */
  readonly stock: ReadonlyMap<string, number>
}

function stockOf(db: AccountDatabase, rows: readonly ProductRow[]): Promise<ReadonlyMap<string, number>> {
  return readStock(
    db,
    rows.map(({ id }) => id),
  )
}

/** What the list of products shows; `more` when there may be others below. */
export async function listShownProducts(
  db: AccountDatabase,
  { text, inactive, limit, inside }: ProductFilter,
): Promise<ShownProducts> {
  if (inactive) {
    const rows = await listInactiveProducts(db, limit, text)
    return { rows, more: rows.length >= limit, stock: await stockOf(db, rows) }
  }
  const found = await (text.trim() === ''
    ? listProducts(db, { limit })
    : searchProducts(db, text, limit, inside))
  const rows = found.filter(isOffered)
  return { rows, more: found.length >= limit, stock: await stockOf(db, rows) }
}
