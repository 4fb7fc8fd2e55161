import { addDays, type FiscalDay, fiscalDayOf, startOfDay } from '#domain/calendar/east-africa.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { groupBy } from '#domain/group-by.ts'
import { type CashMovement, cashOfCollection, cashOfInvoice } from '#domain/reports/drawer.ts'
import type { AccountDatabase } from './account-database.ts'
import { collectionFromRow } from './collection-row.ts'
import { isSold, listCollections } from './collections.ts'
import { givenBackKey } from './invoice-keys.ts'
import { isOnItsWay, readBody, recordOfOrderingKey } from './outbox-entry.ts'
import { pendingCredits } from './pending-documents.ts'
import type { InvoiceRow, OutboxEntry } from './rows.ts'

/** Refunds and cancellations that the outbox holds, by invoice: the records do not have them yet. */
export async function listUnsentReturns(
  db: AccountDatabase,
): Promise<ReadonlyMap<string, readonly OutboxEntry[]>> {
  const entries = await db.run(() =>
    db.outbox
      .where('state')
      .notEqual('done')
      .filter(({ type }) => type === 'invoice.credit' || type === 'invoice.cancel')
      .toArray(),
  )
  return groupBy(entries, ({ lane }) => recordOfOrderingKey(lane)?.id ?? '')
}

/** Who did what is not sent yet, as the server will name the person. */
type Author = { readonly by: string; readonly byId: string }

/** The cash of an invoice with what this phone has not sent about it, which its own user did. */
function cashOf(
  row: InvoiceRow,
  collections: readonly Collection[],
  unsent: readonly OutboxEntry[],
  me: Author,
): CashMovement[] {
  // What needs a person may never happen: the money is where it was.
  const sending = unsent.filter(isOnItsWay)
  const credits = pendingCredits(row, sending)
  const notes = credits.map(({ id, total, paidBy, at }) => ({
    id,
    total,
    paidBy,
    day: fiscalDayOf(at),
    ...me,
  }))
  const [canceled] = sending.flatMap((entry) => {
    const body = entry.type === 'invoice.cancel' ? readBody('invoice.cancel', entry) : undefined
    return body ? [{ at: body.at ?? entry.createdAt, ...me }] : []
  })
  const invoice = {
    ...row,
    creditNotes: [...(row.creditNotes ?? []), ...notes],
    cancellation: row.cancellation ?? canceled ?? null,
  }
  return cashOfInvoice(invoice, collections)
}

/**
 * The cash that came in and left on a day: sales and collections of that day, and refunds and cancellations of any
 * sale on that day. `me` is the person whose unsent work this phone holds.
 */
export async function listCashMovements(
  db: AccountDatabase,
  day: FiscalDay,
  me: Author,
): Promise<CashMovement[]> {
  const unsent = await listUnsentReturns(db)
  const [ofDay, given, collections] = await Promise.all([
    db.run(() =>
      db.invoices
        .where('orderKey')
        .between(startOfDay(day), startOfDay(addDays(day, 1)), true, false)
        .toArray(),
    ),
    db.run(() => db.invoiceKeys.where('keys').equals(givenBackKey(day)).primaryKeys()),
    // No index by day: collections are few beside invoices.
    db.run(() => db.collections.filter((row) => row.day === day).toArray()),
  ])
  const older = await db.run(() => db.invoices.bulkGet([...given, ...unsent.keys()]))
  const rows = new Map([...ofDay, ...older].flatMap((row) => (row ? [[row.id, row] as const] : [])))
  const sold = [...rows.values()].filter(
    (row) => isSold(row) || (row.status === 'canceled' && row.receipt !== null),
  )
  // What was paid later decides whether a refund is money back or less debt.
  const refunded = sold.filter(({ id, creditNotes }) => creditNotes || unsent.has(id))
  const ofRefunded = await listCollections(
    db,
    refunded.map(({ id }) => id),
  )
  const byInvoice = groupBy(ofRefunded, ({ invoiceId }) => invoiceId)
  return [
    ...sold.flatMap((row) => cashOf(row, byInvoice.get(row.id) ?? [], unsent.get(row.id) ?? [], me)),
    ...collections.map(collectionFromRow).flatMap(cashOfCollection),
  ]
}
