import type { AccountDatabase } from './account-database.ts'

/**
 * One strict transaction over everything that a piece of work can touch: records, outbox, kept totals, audit and
 * counters stand or fall together. `work` may await nothing but the database. It may run twice when the connection
 * died, and then nothing of the first run is left.
 */
export function workTransaction<T>(db: AccountDatabase, work: () => Promise<T>): Promise<T> {
  const tables = [
    db.invoices,
    db.invoiceKeys,
    db.customers,
    db.products,
    db.expenses,
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
