import { readBarcode } from '#domain/products/barcode.ts'
import type { AccountDatabase } from './account-database.ts'
import { foldText } from './fold-text.ts'
import type { ProductRow } from './rows.ts'
import { CATEGORY_KEY, FAVOURITE_KEY, isListed, isOffered, searchWithInside } from './search-rows.ts'

/**
 * Active products by a text: those where a word of the name or of the category, the SKU or the barcode begins with it,
 * then those `inside` which it was found.
 */
export function searchProducts(
  db: AccountDatabase,
  text: string,
  limit: number,
  inside?: readonly string[],
): Promise<ProductRow[]> {
  return db.run(() => searchWithInside(db.products, text, limit, inside))
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
