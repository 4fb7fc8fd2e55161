import type { AccountDatabase } from '#data/account-database.ts'
import { listCustomers } from '#data/customers.ts'
import { pageKey } from '#data/search-rows.ts'
import { CUSTOMER_COLUMNS, customerCells } from '#domain/customers/customer-table.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'

/** Rows read and passed to the worker at a time. */
const CHUNK_ROWS = 500

/** The company's customers as a CSV file that the import can read; a spreadsheet calculates nothing in it. */
export async function exportCustomers(db: AccountDatabase): Promise<Blob> {
  const table = await startTable({ format: 'csv', sheet: '', columns: CUSTOMER_COLUMNS, wide: [] })
  try {
    let after: string | undefined
    for (;;) {
      const rows = await listCustomers(db, { limit: CHUNK_ROWS, ...(after === undefined ? {} : { after }) })
      await table.add(rows.map((row) => customerCells(row).map((text) => ({ kind: 'text' as const, text }))))
      const last = rows.at(-1)
      if (!last || rows.length < CHUNK_ROWS) return await table.finish()
      after = pageKey(last)
    }
  } finally {
    table.close()
  }
}
