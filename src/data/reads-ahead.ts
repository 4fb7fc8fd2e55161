import type { AccountDatabase } from './account-database.ts'
import { type FirstRead, readFirst } from './watch.ts'

type Asked = {
  /** Tells what was asked for from what else is; empty where there is only one thing to ask for. */
  readonly asked?: string
  /** All tables that are read, where they are known: a write to another one leaves what was read of use. */
  readonly tables?: readonly string[]
}

/** What was read for a screen that will probably open. */
export class ReadsAhead<T> {
  readonly #reads = new WeakMap<AccountDatabase, Map<string, FirstRead<T>>>()

  /** Begins to read; what was read before and is unchanged is not read again. */
  begin(db: AccountDatabase, read: () => Promise<T>, { asked = '', tables }: Asked = {}): FirstRead<T> {
    const first = readFirst(read, this.find(db, asked), tables)
    const reads = this.#reads.get(db) ?? new Map<string, FirstRead<T>>()
    this.#reads.set(db, reads.set(asked, first))
    return first
  }

  /** What was begun for this question. */
  find(db: AccountDatabase, asked = ''): FirstRead<T> | undefined {
    return this.#reads.get(db)?.get(asked)
  }

  /** Forgets all that was read for a database. */
  forget(db: AccountDatabase): void {
    this.#reads.delete(db)
  }
}
