import type { Table } from 'dexie'
import { invoiceKeysRow } from './invoice-keys.ts'
import type { InvoiceKeysRow, InvoiceRow } from './rows.ts'

/** So many get their keys before the database opens, so that the invoices shown first can be found at once. */
const BATCH_SIZE = 200

/**
 * Gives the newest invoices of an older database their search keys. Returns the id below which invoices have none yet
 * (ids sort by time), or `undefined` when all have them. Indexing a hundred thousand at once would delay the start of
 * a phone by more than a minute.
 */
export async function indexNewestInvoices(
  invoices: Table<InvoiceRow, string>,
  keys: Table<InvoiceKeysRow, string>,
): Promise<string | undefined> {
  const rows = await invoices.orderBy('id').reverse().limit(BATCH_SIZE).toArray()
  await keys.bulkPut(rows.map(invoiceKeysRow))
  return rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
}
