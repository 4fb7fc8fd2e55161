import type { AccountDatabase } from '#data/account-database.ts'
import { chosenCustomers, customersToExport } from '#data/exported-rows.ts'
import { CUSTOMER_COLUMNS, customerCells } from '#domain/customers/customer-table.ts'
import { writeRecords } from '#workers/export-invoices/write-records.ts'

/** Some customers as a CSV file, by name. */
export function exportChosenCustomers(db: AccountDatabase, ids: readonly string[]): Promise<Blob> {
  return writeRecords(CUSTOMER_COLUMNS, customerCells, chosenCustomers(db, ids))
}

/** The customers of the shown list, in use or archived, as a CSV file. */
export function exportCustomers(db: AccountDatabase, archived: boolean): Promise<Blob> {
  return writeRecords(CUSTOMER_COLUMNS, customerCells, customersToExport(db, archived))
}
