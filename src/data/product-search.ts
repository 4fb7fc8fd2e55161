import { readBarcode } from '#domain/products/barcode.ts'
import type { AccountDatabase } from './account-database.ts'
import { foldText } from './fold-text.ts'
import { listProducts } from './products.ts'
import type { ProductRow } from './rows.ts'
import { CATEGORY_KEY, FAVOURITE_KEY, isListed, isOffered, pageKey, searchByKeys } from './search-rows.ts'

/** Rows read at a time while names are searched inside; shorter texts are in too many names to be meant so. */
const PAGE = 1_000
const SHORTEST_INSIDE = 2

/** Active products with a text inside a word of the name, by name; reads the price list until enough are found. */
async function searchInside(db: AccountDatabase, text: string, limit: number): Promise<ProductRow[]> {
  const found: ProductRow[] = []
  let after: string | undefined
  for (;;) {
    const rows = await listProducts(db, { limit: PAGE, ...(after === undefined ? {} : { after }) })
    found.push(...rows.filter((row) => isOffered(row) && row.nameKey.includes(text)))
    const last = rows.at(-1)
    if (found.length >= limit || !last || rows.length < PAGE) return found.slice(0, limit)
    after = pageKey(last)
  }
}

/**
 * Active products by a text: those where a word of the name or of the category, the SKU or the barcode begins with it,
 * then those that have it inside a word.
 */
export async function searchProducts(
  db: AccountDatabase,
  text: string,
  limit: number,
): Promise<ProductRow[]> {
  const beginning = await db.run(() => searchByKeys(db.products, text, limit))
  const wanted = foldText(text)
  if (beginning.length >= limit || wanted.length < SHORTEST_INSIDE) return beginning
  const inside = await searchInside(db, wanted, limit)
  const found = new Map([...beginning, ...inside].map((row) => [row.id, row]))
  return [...found.values()].slice(0, limit)
}

/** Products with a barcode, active ones first; several only when two phones saved the same one without a line. */
export async function findByBarcode(db: AccountDatabase, text: string): Promise<ProductRow[]> {
  const code = readBarcode(text)?.code
  if (code === undefined) return []
  const rows = await db.run(() => db.products.where('keys').equals(foldText(code)).toArray())
  return rows
    .filter((row) => row.barcode === code && isListed(row))
    .sort((one, other) => Number(other.active) - Number(one.active))
}

/** Active products that are shown first, by name. */
export async function listFavourites(db: AccountDatabase): Promise<ProductRow[]> {
  const rows = await db.run(() => db.products.where('keys').equals(FAVOURITE_KEY).toArray())
  return rows.filter(isOffered).sort((one, other) => (one.nameKey < other.nameKey ? -1 : 1))
}

/** The categories of all products, each once, by name. */
export async function listProductCategories(db: AccountDatabase): Promise<string[]> {
  const keys = await db.run(() => db.products.where('keys').startsWith(CATEGORY_KEY).uniqueKeys())
  return keys.flatMap((key) => (typeof key === 'string' ? key.slice(CATEGORY_KEY.length) : []))
}
