import type { AccountDatabase } from '#data/account-database.ts'
import { listProducts } from '#data/products.ts'
import { isListed, pageKey } from '#data/search-rows.ts'
import { PRODUCT_COLUMNS, productCells } from '#domain/products/product-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'

/** Rows read and passed to the worker at a time. */
const CHUNK_ROWS = 500

/** The price list as a CSV file that the import can read; a spreadsheet calculates nothing in it. */
export async function exportProducts(db: AccountDatabase): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: PRODUCT_COLUMNS, wide: [] })
  try {
    let after: string | undefined
    for (;;) {
      const rows = await listProducts(db, { limit: CHUNK_ROWS, ...(after === undefined ? {} : { after }) })
      const cells = rows.filter(isListed).map(productCells)
      await table.add(cells.map((row) => row.map((text) => ({ kind: 'text' as const, text }))))
      const last = rows.at(-1)
      if (!last || rows.length < CHUNK_ROWS) return await table.finish()
      after = pageKey(last)
    }
  } finally {
    table.close()
  }
}
