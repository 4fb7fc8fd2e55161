import type { AccountDatabase } from '#data/account-database.ts'
import { foldText } from '#data/fold-text.ts'
import { searchProducts } from '#data/product-search.ts'
import type { ProductRow } from '#data/rows.ts'
import { FOUND_AT_MOST, readSortedRows, type SortedRows } from '#data/sorted-rows.ts'
import { readStock } from '#data/stock.ts'
import type { Sort, SortValue } from '#domain/lists/sort-rows.ts'
import { listShownProducts } from '../list-shown.ts'

export type ProductColumn = 'name' | 'code' | 'category' | 'stock' | 'price'

/** Columns that many products can be sorted by; the others only when all are few enough to be read. */
export const INDEXED: readonly ProductColumn[] = ['name']

export type ProductsWanted = {
  readonly text: string
  readonly inactive: boolean
  readonly inside: readonly string[]
  readonly limit: number
  readonly sort: Sort<ProductColumn>
}

export type ShownProducts = SortedRows<ProductRow, ProductColumn> & {
  /** Levels of the shown ones whose stock is counted. */
  readonly stock: ReadonlyMap<string, number>
}

/** The number that identifies a product: the shop's own, otherwise the barcode. */
export function codeOf({ sku, barcode }: Pick<ProductRow, 'sku' | 'barcode'>): string {
  return sku || barcode || ''
}

async function readFound(db: AccountDatabase, { text, inactive, inside }: ProductsWanted) {
  if (inactive) {
    const { rows } = await listShownProducts(db, { text, inactive, inside, limit: Number.POSITIVE_INFINITY })
    return { rows, complete: true }
  }
  if (text.trim() === '') return undefined
  const rows = await searchProducts(db, text, FOUND_AT_MOST, inside)
  return { rows, complete: rows.length < FOUND_AT_MOST }
}

const idsOf = (rows: readonly ProductRow[]) => rows.map(({ id }) => id)

/**
 * The products of the table in their order. The name has an index and sorts any number of products; SKU or barcode,
 * category, stock and price sort up to `SORTED_AT_MOST`.
 */
export async function readProducts(db: AccountDatabase, wanted: ProductsWanted): Promise<ShownProducts> {
  const { sort, limit } = wanted
  const found = await readFound(db, wanted)
  const shown = await db.run(() =>
    readSortedRows<ProductRow, Exclude<ProductColumn, 'name'>>({
      table: db.products,
      ...(found ? { found } : {}),
      sort,
      limit,
      readValues: async (rows, by) => {
        const levels = by === 'stock' ? await readStock(db, idsOf(rows)) : new Map<string, number>()
        const values: Record<typeof by, (row: ProductRow) => SortValue> = {
          code: (row) => foldText(codeOf(row)),
          category: ({ category }) => foldText(category ?? ''),
          stock: ({ id }) => levels.get(id),
          price: ({ unitPrice }) => unitPrice,
        }
        return values[by]
      },
      indexed: {},
    }),
  )
  return { ...shown, stock: await readStock(db, idsOf(shown.rows)) }
}
