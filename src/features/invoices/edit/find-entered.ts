import { findInside } from '#blocks/search-inside/find-inside.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findByBarcode, searchProducts } from '#data/product-search.ts'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'
import { looksScanned } from '#domain/products/barcode.ts'
import { type CountedSearch, readCountedSearch } from '#domain/products/counted-search.ts'
import { isScannedLabel, type KeyBurst } from '#domain/products/key-burst.ts'

/** What is searched, how many of it are added, and whether it is the whole code of a product. */
export type Wanted = CountedSearch & { readonly scanned: boolean }

/** A code as it was read, without a count. */
export function wantedCode(code: string): Wanted {
  return { text: code, quantity: undefined, scanned: true }
}

function wantedText(typed: string): Wanted {
  const { text, quantity } = readCountedSearch(typed)
  return { text: text.trim(), quantity, scanned: looksScanned(text) }
}

/** A code must be the whole code; a name is found by its beginning. */
export async function findWanted(db: AccountDatabase, { text, scanned }: Wanted): Promise<ProductRow[]> {
  const withCode = (await findByBarcode(db, text)).filter(isOffered)
  if (withCode.length > 0) return withCode
  const found = await searchProducts(db, text, scanned ? 5 : 1)
  if (scanned) return found.filter(({ sku, name }) => sku === text || name === text)
  return found.length > 0 ? found : searchProducts(db, text, 1, await findInside(db, 'products', text, 1))
}

/**
 * What a text that ended with Enter means, and the products that it finds: a code of a product, or one that a scanner
 * typed, is that code also where it reads like a count.
 */
export async function findEntered(
  db: AccountDatabase,
  typed: string,
  burst: KeyBurst | undefined,
): Promise<{ readonly wanted: Wanted; readonly found: readonly ProductRow[] }> {
  const wanted = wantedText(typed)
  if (wanted.quantity !== undefined) {
    const code = wantedCode(typed.trim())
    const found = await findWanted(db, code)
    if (found.length > 0 || isScannedLabel(code.text, burst)) return { wanted: code, found }
  }
  return { wanted, found: await findWanted(db, wanted) }
}
