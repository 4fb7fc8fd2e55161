import { type FiscalDay, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { stillOwed } from '#domain/collections/owed.ts'
import { payable } from '#domain/collections/payable.ts'
import { groupBy } from '#domain/group-by.ts'
import { type Cents, ZERO_CENTS } from '#domain/money/cents.ts'
import type { AccountDatabase } from './account-database.ts'
import { customerKey, OWED_KEY } from './invoice-keys.ts'
import { listByOrderingKeys } from './outbox-entries.ts'
import { orderingKeyOf } from './outbox-entry.ts'
import { type KnownCredit, knownCredits } from './pending-documents.ts'
import { readInParts } from './read-rows.ts'
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

/** Whether a cancellation is on its way: one that needs a person may never happen. */
export function isBeingCanceled({ pending }: Pick<InvoiceRow, 'pending'>): boolean {
  return pending.kind === 'waiting' && pending.cancels !== undefined
}

/** A sale that stands, with its refunds. */
export type Sale = { readonly row: InvoiceRow; readonly creditNotes: readonly KnownCredit[] }

/** The sales among some invoices, in their order, as what is on its way leaves them: refunded, or canceled and left out. */
export async function listSales(db: AccountDatabase, rows: readonly InvoiceRow[]): Promise<Sale[]> {
  const sold = rows.filter((row) => isSold(row) && !isBeingCanceled(row))
  const waiting = sold.filter(({ pending }) => pending.kind !== 'none')
  const entries = await listByOrderingKeys(
    db,
    waiting.map(({ id }) => orderingKeyOf('invoice', id)),
  )
  return sold.map((row) => ({
    row,
    creditNotes: knownCredits(row, entries.get(orderingKeyOf('invoice', row.id)) ?? []),
  }))
}

/** An invoice that is not fully paid. */
export type Debt = { readonly row: InvoiceRow; readonly owed: Cents }

/** What is owed for each of some sales, with what was collected for them. */
export function debtsOf(sales: readonly Sale[], collections: readonly CollectionRow[]): Debt[] {
  const byInvoice = groupBy(collections, ({ invoiceId }) => invoiceId)
  return sales.map(({ row, creditNotes }) => ({
    row,
    owed: stillOwed({ ...row, creditNotes }, byInvoice.get(row.id) ?? []),
  }))
}

/** What may be entered for an invoice: all that is owed, and of a day (`onDay`) or of any (`atMost`) perhaps more. */
export type Payable = { readonly owed: Cents; readonly onDay: Cents; readonly atMost: Cents }

/**
 * What may be entered for one invoice as a payment of a day; nothing for one that is not sold. More than is owed where a
 * payment from before goods came back is canceled now (`payable`).
 */
export async function readPayable(
  db: AccountDatabase,
  row: InvoiceRow,
  day: FiscalDay | undefined,
): Promise<Payable> {
  const [[sale], collections] = await Promise.all([listSales(db, [row]), listCollections(db, [row.id])])
  const most = (of: FiscalDay | undefined) =>
    sale ? payable({ ...row, creditNotes: sale.creditNotes }, collections, of) : ZERO_CENTS
  return { owed: most(undefined), onDay: most(day), atMost: most(fiscalDayOf(row.saleAt)) }
}

async function debtsUnder(db: AccountDatabase, key: string): Promise<Debt[]> {
  const ids = await db.run(() => db.invoiceKeys.where('keys').equals(key).primaryKeys())
  const [rows, collections] = await Promise.all([readInParts(db, db.invoices, ids), listCollections(db, ids)])
  const sales = await listSales(db, rows)
  return debtsOf(sales, collections)
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
  const rows = await readInParts(db, db.invoices, ids)
  return rows.sort((a, b) => (a.orderKey < b.orderKey ? 1 : -1))
}
