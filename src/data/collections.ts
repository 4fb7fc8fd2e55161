import { stillOwed } from '#domain/collections/owed.ts'
import { groupBy } from '#domain/group-by.ts'
import type { Cents } from '#domain/money/cents.ts'
import type { AccountDatabase } from './account-database.ts'
import { customerKey, OWED_KEY } from './invoice-keys.ts'
import type { CollectionRow, InvoiceRow } from './rows.ts'

/** Money collected for some invoices, oldest first; canceled ones included. */
export async function listCollections(
  db: AccountDatabase,
  invoiceIds: readonly string[],
): Promise<CollectionRow[]> {
  const rows = await db.run(() => db.collections.where('invoiceId').anyOf(invoiceIds).toArray())
  return rows.sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Whether a sale counts as owed when it is not paid: it went to the authority, or is on its way, and stands. */
export function isSold(row: Pick<InvoiceRow, 'status' | 'shown' | 'receipt'>): boolean {
  return row.status !== 'canceled' && (row.receipt !== null || row.shown === 'waiting')
}

/** An invoice that is not fully paid. */
export type Debt = { readonly row: InvoiceRow; readonly owed: Cents }

async function debtsUnder(db: AccountDatabase, key: string): Promise<Debt[]> {
  const ids = await db.run(() => db.invoiceKeys.where('keys').equals(key).primaryKeys())
  const [rows, collections] = await Promise.all([
    db.run(() => db.invoices.bulkGet(ids)),
    listCollections(db, ids),
  ])
  const byInvoice = groupBy(collections, ({ invoiceId }) => invoiceId)
  return rows
    .filter((row) => row !== undefined)
    .filter(isSold)
    .map((row) => ({ row, owed: stillOwed(row, byInvoice.get(row.id) ?? []) }))
    .filter(({ owed }) => owed > 0)
    .sort((a, b) => (a.row.orderKey < b.row.orderKey ? -1 : 1))
}

/** Every invoice that is not fully paid, oldest first. */
export function listDebts(db: AccountDatabase): Promise<Debt[]> {
  return debtsUnder(db, OWED_KEY)
}

/** The invoices of one customer, under all of its ids (`listIdsOf`), newest first, drafts included. */
export async function listInvoicesOf(
  db: AccountDatabase,
  customerIds: readonly string[],
): Promise<InvoiceRow[]> {
  const keys = customerIds.map(customerKey)
  const found = await db.run(() => db.invoiceKeys.where('keys').anyOf(keys).primaryKeys())
  const ids = [...new Set(found)]
  const rows = (await db.run(() => db.invoices.bulkGet(ids))).filter((row) => row !== undefined)
  return rows.sort((a, b) => (a.orderKey < b.orderKey ? 1 : -1))
}
