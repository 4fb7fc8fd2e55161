import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'

/**
 * An IndexedDB in memory that fails as browsers let it fail. Import it before anything opens a database: Dexie keeps
 * the way to begin a transaction from then on.
 */

/** The inside of a transaction of `fake-indexeddb`. */
type Inside = {
  readonly mode: IDBTransactionMode
  readonly db: IDBDatabase
  readonly objectStoreNames: DOMStringList
  readonly _state: string
  readonly _requests: readonly { readonly request: { readonly readyState: string } }[]
  _start(): void
  _abort(name: string): void
}

/** Which transaction the browser closes its connection under, and where that one is then. */
type Closing = { readonly database: string; readonly store: string; stepsLeft: number }

/** The state of storage; reset by `restoreStorage`. */
const storage = { full: false, closing: null as Closing | null, closed: 0, lost: 0, lostAs: '', lostBy: '' }

const inside = IDBTransaction.prototype as unknown as Inside
const resume = Reflect.get(inside, '_start') as () => void
inside._start = function (this: Inside) {
  const writes = this.mode === 'readwrite' && this._state !== 'finished'
  const { closing } = storage
  const chosen = closing?.database === this.db.name && this.objectStoreNames.contains(closing.store)
  if (closing && writes && chosen) {
    closing.stepsLeft -= 1
    if (closing.stepsLeft < 0) {
      storage.closing = null
      storage.closed += 1
      // What the standard asks for, and `fake-indexeddb` leaves out: what is under way is aborted.
      this._abort('AbortError')
      Reflect.apply(forceCloseDatabase, undefined, [this.db])
      return
    }
  }
  const written = !this._requests.some(({ request }) => request.readyState !== 'done')
  if (storage.full && writes && written) this._abort('QuotaExceededError')
  else resume.call(this)
}

const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction']
IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...asked: Parameters<typeof begin>) {
  if (storage.lost > 0 && (storage.lostBy === '' || storage.lostBy === this.name)) {
    storage.lost -= 1
    throw new DOMException('Connection to Indexed Database server lost', storage.lostAs)
  }
  return begin.apply(this, asked)
}

/** A disk without room: every request succeeds, and then there is no room for the whole. */
export function fillStorage(): void {
  storage.full = true
}

/** The next `times` transactions (of one database, or of any) cannot begin; the browser reports an error with this name. */
export function loseConnection(times: number, name: string, database = ''): void {
  Object.assign(storage, { lost: times, lostAs: name, lostBy: database })
}

/**
 * The browser closes the connection under the next transaction that may write to a store of a database, after
 * this many of its steps. Returns how often it did.
 */
export function closeConnectionAfter(
  steps: number,
  database: string,
  store: string,
): { readonly hits: () => number } {
  const before = storage.closed
  storage.closing = { database, store, stepsLeft: steps }
  return { hits: () => storage.closed - before }
}

/** Everything works again. */
export function restoreStorage(): void {
  Object.assign(storage, { full: false, closing: null, lost: 0 })
}
