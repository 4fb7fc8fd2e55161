import type { AccountDatabase } from '#data/account-database.ts'
import { findCurrentProducts } from '#data/current-products.ts'
import { productFromRow } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'
import { watch } from '#data/watch.ts'

type Rows = readonly ProductRow[]

/** Whether a tile shows the same: a sale changes a row too, when the product was used last. */
function looksSame(one: ProductRow, other: ProductRow): boolean {
  const shown = (row: ProductRow) => JSON.stringify([productFromRow(row), isOffered(row)])
  return shown(one) === shown(other)
}

/** Each product as it is now, in the same place; one that is gone is not offered any more. */
async function readAgain(db: AccountDatabase, rows: Rows): Promise<Rows> {
  const current = await findCurrentProducts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row, index) => current[index] ?? { ...row, active: false })
}

/**
 * Calls `next` with the products that `read` finds, until there are any: a new phone is still receiving them. From then on
 * the tiles keep their places, and only what they show changes: a price from another phone, a deletion.
 */
export function watchSuggestions(
  db: AccountDatabase,
  read: () => Promise<Rows>,
  next: (rows: Rows) => void,
): () => void {
  let stop = watch(read, (found) => {
    next(found)
    if (found.length === 0) return
    stop()
    let shown = found
    stop = watch(
      () => readAgain(db, found),
      (now) => {
        const rows = now.map((row, index) => {
          const before = shown[index]
          return before && looksSame(before, row) ? before : row
        })
        if (rows.every((row, index) => row === shown[index])) return
        shown = rows
        next(rows)
      },
    )
  })
  return () => stop()
}
