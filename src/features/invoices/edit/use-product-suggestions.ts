import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { listProducts, listRecentProducts, searchProducts } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'
import { watch } from '#data/watch.ts'

/** A longer list is inconvenient to scroll; the rest is found by typing. */
const SHOWN = 40

/**
 * Recently sold products first, then the price list by name, so that a new phone does not start with an empty page.
 */
async function suggestProducts(db: AccountDatabase): Promise<ProductRow[]> {
  const [recent, byName] = await Promise.all([
    listRecentProducts(db, SHOWN),
    listProducts(db, { limit: SHOWN }),
  ])
  const found = new Map([...recent, ...byName.filter(isOffered)].map((row) => [row.id, row]))
  return [...found.values()].slice(0, SHOWN)
}

/**
 * The products suggested for a text; `undefined` before the first answer. Each sale changes what was sold recently:
 * the suggestions are read once for each text, or the tiles would move under the thumb. Only an empty list is
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
