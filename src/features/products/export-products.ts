import type { AccountDatabase } from '#data/account-database.ts'
import { chosenProducts, productsToExport } from '#data/exported-rows.ts'
import { PRODUCT_COLUMNS, productCells } from '#domain/products/product-table.ts'
import { writeRecords } from '#workers/export-invoices/write-records.ts'

/** Some products as a CSV file, by name. */
export function exportChosenProducts(db: AccountDatabase, ids: readonly string[]): Promise<Blob> {
  return writeRecords(PRODUCT_COLUMNS, productCells, chosenProducts(db, ids))
}

/** The price list, or the products that are not sold any more, as a CSV file. */
export function exportProducts(db: AccountDatabase, inactive: boolean): Promise<Blob> {
  return writeRecords(PRODUCT_COLUMNS, productCells, productsToExport(db, inactive))
}
