import { useEffect, useState } from 'react'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listSoldMost } from '#data/most-sold.ts'
import { listFavourites, searchProducts } from '#data/product-search.ts'
import { listProducts, listRecentProducts } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { watchSuggestions } from './watch-suggestions.ts'

/** A longer list is inconvenient to scroll; the rest is found by typing. */
const SHOWN = 40

/**
 * Favourites first, then what sells most, then what was sold last on this phone, then the price list by name, so that a
 * new phone does not start with an empty page.
 */
async function suggestProducts(db: AccountDatabase, today: FiscalDay): Promise<ProductRow[]> {
  const lists = await Promise.all([
    listFavourites(db),
    listSoldMost(db, today, SHOWN),
    listRecentProducts(db, SHOWN),
    listProducts(db, { limit: SHOWN }),
  ])
  const found = new Map(
    lists
      .flat()
      .filter(isOffered)
      .map((row) => [row.id, row]),
  )
  return [...found.values()].slice(0, SHOWN)
}

/** What is suggested for a text; `isComplete`: no more of it will be found. */
type Suggestions = {
  readonly text: string
  readonly rows: readonly ProductRow[]
  readonly isComplete: boolean
}

/**
 * The products suggested for a text; `undefined` before the first answer. Each sale changes what was sold recently:
 * the suggestions are chosen once for each text, or the tiles would move under the thumb; what each shows is watched.
 * Only an empty list is chosen again, on a phone that is still receiving its products.
 */
export function useProductSuggestions(
  db: AccountDatabase,
  text: string,
  today: FiscalDay,
): Suggestions | undefined {
  const [suggestions, setSuggestions] = useState<Suggestions>()
  const { ids: inside, searching } = useInside(db, 'products', text, SHOWN)
  useEffect(() => {
    const wanted = text.trim()
    const read = () =>
      wanted === '' ? suggestProducts(db, today) : searchProducts(db, wanted, SHOWN, inside)
    return watchSuggestions(db, read, (rows) => {
      // An empty list would offer to create what is still being searched for.
      if (rows.length > 0 || !searching) setSuggestions({ text, rows, isComplete: !searching })
    })
  }, [db, text, today, inside, searching])
  return suggestions
}
