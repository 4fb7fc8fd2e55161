import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { listProducts, listRecentProducts, searchProducts } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'
import { watch } from '#data/watch.ts'

/** More than a thumb wants to scroll; the rest is found by typing. */
const SHOWN = 40

/** What was sold lately first, then the price list by name, so that a new phone does not begin with an empty page. */
async function suggestProducts(db: AccountDatabase): Promise<ProductRow[]> {
  const [recent, byName] = await Promise.all([
    listRecentProducts(db, SHOWN),
    listProducts(db, { limit: SHOWN }),
  ])
  const found = new Map([...recent, ...byName.filter(isOffered)].map((row) => [row.id, row]))
  return [...found.values()].slice(0, SHOWN)
}

/**
 * The products on offer for what is typed; `undefined` before the first answer. Each sale changes what was sold lately:
 * the shelf is looked at once for each text, or nothing would stay where the thumb found it. Only an empty one is
 * watched, on a phone that is still receiving its products.
 */
export function useProductSuggestions(db: AccountDatabase, text: string): readonly ProductRow[] | undefined {
  const [suggestions, setSuggestions] = useState<readonly ProductRow[]>()
  useEffect(() => {
    const wanted = text.trim()
    const read = () => (wanted === '' ? suggestProducts(db) : searchProducts(db, wanted, SHOWN))
    const stop = watch(read, (rows) => {
      setSuggestions(rows)
      if (rows.length > 0 || wanted !== '') stop()
    })
    return stop
  }, [db, text])
  return suggestions
}
