import type { AccountDatabase } from '#data/account-database.ts'
import { listProducts } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { isListed, pageKey } from '#data/search-rows.ts'
import { PRODUCT_COLUMNS, productCells } from '#domain/products/product-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'

/** Rows read and passed to the worker at a time. */
const CHUNK_ROWS = 500

function cellsOf(rows: readonly ProductRow[]) {
  return rows
    .filter(isListed)
    .map((row) => productCells(row).map((text) => ({ kind: 'text' as const, text })))
}

/** Some products as such a file, by name. */
export async function exportChosenProducts(db: AccountDatabase, ids: readonly string[]): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: PRODUCT_COLUMNS, wide: [] })
  try {
    const found = await db.run(() => db.products.bulkGet([...ids]))
    const rows = found.flatMap((row) => row ?? [])
    await table.add(cellsOf(rows.sort((one, other) => (pageKey(one) < pageKey(other) ? -1 : 1))))
    return await table.finish()
  } finally {
    table.close()
  }
}

/** The price list as a CSV file that the import can read; a spreadsheet calculates nothing in it. */
export async function exportProducts(db: AccountDatabase): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: PRODUCT_COLUMNS, wide: [] })
  try {
    let after: string | undefined
    for (;;) {
      const rows = await listProducts(db, { limit: CHUNK_ROWS, ...(after === undefined ? {} : { after }) })
      await table.add(cellsOf(rows))
      const last = rows.at(-1)
      if (!last || rows.length < CHUNK_ROWS) return await table.finish()
      after = pageKey(last)
    }
  } finally {
    table.close()
  }
}
