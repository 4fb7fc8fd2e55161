import type { AccountDatabase } from '#data/account-database.ts'
import { foldText } from '#data/fold-text.ts'
import { listInactiveProducts } from '#data/inactive-rows.ts'
import { searchProducts } from '#data/product-search.ts'
import { listProducts } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'

export type ProductFilter = { readonly text: string; readonly inactive: boolean; readonly limit: number }

/** What the list of products shows; `more` when there may be others below. */
export async function listShownProducts(
  db: AccountDatabase,
  { text, inactive, limit }: ProductFilter,
): Promise<{ readonly rows: readonly ProductRow[]; readonly more: boolean }> {
  if (inactive) {
    const wanted = foldText(text)
    const found = await listInactiveProducts(db, limit)
    const rows = found.filter(({ keys }) => wanted === '' || keys.some((key) => key.includes(wanted)))
    return { rows, more: found.length >= limit }
  }
  const found = await (text.trim() === '' ? listProducts(db, { limit }) : searchProducts(db, text, limit))
  return { rows: found.filter(isOffered), more: found.length >= limit }
}
