import type { AccountDatabase } from './account-database.ts'

/**
 * One strict transaction over everything that a command can change: records, outbox, totals, audit and counters are
 * written together or not at all. `work` may await nothing but the database. It may run twice when the connection was
 * lost: mostly nothing of the first run remains then, but it may have been stored before the connection was lost.
 */
export function workTransaction<T>(db: AccountDatabase, work: () => Promise<T>): Promise<T> {
  const tables = [
    db.invoices,
    db.invoiceKeys,
    db.customers,
    db.products,
    db.vendors,
    db.categories,
    db.expenses,
    db.collections,
    db.files,
    db.aggregates,
    db.overlays,
    db.outbox,
    db.shadows,
    db.audit,
    db.aside,
    db.meta,
  ]
  // Dexie follows native awaits only inside a function that is itself declared async.
  return db.transaction('rw', tables, async () => await work())
}
