import type { AccountDatabase } from '#data/account-database.ts'
import { productsToExport } from '#data/exported-rows.ts'
import type { ProductRow } from '#data/rows.ts'
import { isListed, pageKey } from '#data/search-rows.ts'
import { PRODUCT_COLUMNS, productCells } from '#domain/products/product-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'

function cellsOf(rows: readonly ProductRow[]) {
  return rows.map((row) => productCells(row).map((text) => ({ kind: 'text' as const, text })))
}

/** Some products as such a file, by name. */
export async function exportChosenProducts(db: AccountDatabase, ids: readonly string[]): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: PRODUCT_COLUMNS, wide: [] })
  try {
    const found = await db.run(() => db.products.bulkGet([...ids]))
    const rows = found.flatMap((row) => (row && isListed(row) ? row : []))
    await table.add(cellsOf(rows.sort((one, other) => (pageKey(one) < pageKey(other) ? -1 : 1))))
    return await table.finish()
  } finally {
    table.close()
  }
}

/**
 * The price list, or the products that are not sold any more, as a CSV file that the import can read; a spreadsheet
 * calculates nothing in it.
 */
export async function exportProducts(db: AccountDatabase, inactive: boolean): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: PRODUCT_COLUMNS, wide: [] })
  try {
    for await (const rows of productsToExport(db, inactive)) await table.add(cellsOf(rows))
    return await table.finish()
  } finally {
    table.close()
  }
}
