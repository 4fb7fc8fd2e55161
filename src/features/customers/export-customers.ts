import type { AccountDatabase } from '#data/account-database.ts'
import { customersToExport } from '#data/exported-rows.ts'
import type { CustomerRow } from '#data/rows.ts'
import { isListed, pageKey } from '#data/search-rows.ts'
import { CUSTOMER_COLUMNS, customerCells } from '#domain/customers/customer-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'

function cellsOf(rows: readonly CustomerRow[]) {
  return rows.map((row) => customerCells(row).map((text) => ({ kind: 'text' as const, text })))
}

/** Some customers as such a file, by name. */
export async function exportChosenCustomers(db: AccountDatabase, ids: readonly string[]): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: CUSTOMER_COLUMNS, wide: [] })
  try {
    const found = await db.run(() => db.customers.bulkGet([...ids]))
    const rows = found.flatMap((row) => (row && isListed(row) ? row : []))
    await table.add(cellsOf(rows.sort((one, other) => (pageKey(one) < pageKey(other) ? -1 : 1))))
    return await table.finish()
  } finally {
    table.close()
  }
}

/**
 * The customers of the shown list, in use or archived, as a CSV file that the import can read; a spreadsheet calculates
 * nothing in it.
 */
export async function exportCustomers(db: AccountDatabase, archived: boolean): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: CUSTOMER_COLUMNS, wide: [] })
  try {
    for await (const rows of customersToExport(db, archived)) await table.add(cellsOf(rows))
    return await table.finish()
  } finally {
    table.close()
  }
}
