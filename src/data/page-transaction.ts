import type { DBCore, Middleware } from 'dexie'
import type { AccountDatabase } from './account-database.ts'

/** What the records of a page of the feed are written to, with what is read to decide about them. */
const TABLES: readonly string[] = [
  'invoices',
  'invoiceKeys',
  'customers',
  'products',
  'vendors',
  'categories',
  'expenses',
  'collections',
  'outbox',
  'shadows',
  'meta',
]

/**
 * One transaction over records that the server has. It does not wait for the disk: the page counts only with its cursor,
 * which a strict transaction writes behind them, and the storage keeps the order. Where a power cut loses a part all the
 * same, the comparison with the server's records brings it back. Nothing that this phone alone knows may be written so.
 */
export function pageTransaction<T>(db: AccountDatabase, work: () => Promise<T>): Promise<T> {
  // Dexie follows native awaits only inside a function that is itself declared async.
  return db.transaction('rw', [...TABLES], async () => await work())
}

/** Makes transactions over exactly these tables relaxed; Dexie has one durability for a whole database. */
export const relaxedPages: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'relaxed pages',
  create: (core) => ({
    ...core,
    transaction: (tables, mode, options) => {
      const isPage =
        mode === 'readwrite' &&
        tables.length === TABLES.length &&
        TABLES.every((name) => tables.includes(name))
      return core.transaction(tables, mode, isPage ? { ...options, durability: 'relaxed' } : options)
    },
  }),
}
