import type { AccountDatabase } from '#data/account-database.ts'
import { listCustomers } from '#data/customers.ts'
import type { CustomerRow } from '#data/rows.ts'
import { isListed, pageKey } from '#data/search-rows.ts'
import { CUSTOMER_COLUMNS, customerCells } from '#domain/customers/customer-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'

/** Rows read and passed to the worker at a time. */
const CHUNK_ROWS = 500

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

/** The company's customers as a CSV file that the import can read; a spreadsheet calculates nothing in it. */
export async function exportCustomers(db: AccountDatabase): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: CUSTOMER_COLUMNS, wide: [] })
  try {
    let after: string | undefined
    for (;;) {
      const rows = await listCustomers(db, { limit: CHUNK_ROWS, ...(after === undefined ? {} : { after }) })
      await table.add(cellsOf(rows))
      const last = rows.at(-1)
      if (!last || rows.length < CHUNK_ROWS) return await table.finish()
      after = pageKey(last)
    }
  } finally {
    table.close()
  }
}
