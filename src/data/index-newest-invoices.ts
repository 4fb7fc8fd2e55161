import type { Table } from 'dexie'
import { invoiceKeysRow } from './invoice-keys.ts'
import type { InvoiceKeysRow, InvoiceRow } from './rows.ts'

/** So many get their keys before the database opens: what a phone shows first is found at once. */
const BATCH_SIZE = 200

/**
 * Gives the newest invoices of an older database the keys they are found by, and tells from where on older ones have
 * none yet (ids sort by time); `undefined` when that were all. All of a hundred thousand would keep a phone from
 * starting for more than a minute.
 */
export async function indexNewestInvoices(
  invoices: Table<InvoiceRow, string>,
  keys: Table<InvoiceKeysRow, string>,
): Promise<string | undefined> {
  const rows = await invoices.orderBy('id').reverse().limit(BATCH_SIZE).toArray()
  await keys.bulkPut(rows.map(invoiceKeysRow))
  return rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
}
