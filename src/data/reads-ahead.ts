import type { AccountDatabase } from './account-database.ts'
import { type FirstRead, readFirst } from './watch.ts'

type Asked = {
  /** Tells what was asked for from what else is; empty where there is only one thing to ask for. */
  readonly asked?: string
  /** All tables that are read, where they are known: a write to another one leaves what was read of use. */
  readonly tables?: readonly string[]
}

/** What was read for a screen that will probably open. */
export type ReadsAhead<T> = {
  /** Begins to read; what was read before and is unchanged is not read again. */
  readonly begin: (db: AccountDatabase, read: () => Promise<T>, asked?: Asked) => FirstRead<T>
  /** What was begun for this question. */
  readonly find: (db: AccountDatabase, asked?: string) => FirstRead<T> | undefined
  /** Forgets all that was read for a database. */
  readonly forget: (db: AccountDatabase) => void
}

/** A function, not a class: it is called while modules start, and of two files that import each other one starts first. */
export function createReadsAhead<T>(): ReadsAhead<T> {
  const reads = new WeakMap<AccountDatabase, Map<string, FirstRead<T>>>()
  const find = (db: AccountDatabase, asked = '') => reads.get(db)?.get(asked)
  return {
    begin(db, read, { asked = '', tables } = {}) {
      const first = readFirst(read, find(db, asked), tables)
      const ofDatabase = reads.get(db) ?? new Map<string, FirstRead<T>>()
      reads.set(db, ofDatabase.set(asked, first))
      return first
    },
    find,
    forget: (db) => void reads.delete(db),
  }
}
