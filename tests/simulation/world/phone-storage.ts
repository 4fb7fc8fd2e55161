import { Dexie } from 'dexie'
import {
  IDBDatabase,
  IDBFactory,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import type { Actor } from './actor.ts'
import type { Scheduler } from './scheduler.ts'

/** What a transaction of a phone's storage meets. */
export type StorageFate = 'fine' | 'full' | 'lost'

export type StorageRules = {
  readonly scheduler: Scheduler
  latency(actor: Actor): number
  fate(actor: Actor, mode: string): StorageFate
  openHangs(actor: Actor): boolean
  /** Called with the writes once they are durable. */
  committed(actor: Actor, database: string, writes: readonly Write[]): void
}

export type Write = { readonly store: string; readonly kind: 'put' | 'delete'; readonly value: unknown }

/** The inside of the in-memory IndexedDB that this file steers; nothing else of it is touched. */
type Inside = {
  _start(): void
  _abort(name: string): void
  _state: string
  _started: boolean
  _requests: { request: { readyState: string } }[]
  readonly mode: string
  readonly db: {
    readonly name: string
    _closePending: boolean
    _closed: boolean
    readonly _rawDatabase: { connections: unknown[] }
  }
}

type Watched = { readonly actor: Actor; readonly fate: StorageFate; readonly writes: Write[]; gated: boolean }

let rules: StorageRules | undefined
/** Whose storage is looked at when no actor runs. */
let opened: PhoneStorage | undefined
const homes = new WeakMap<Actor, PhoneStorage>()
const watched = new WeakMap<object, Watched>()

export function setStorageRules(next: StorageRules | undefined): void {
  rules = next
}

/** Gives an actor the storage of its phone. */
export function giveStorage(actor: Actor, storage: PhoneStorage): void {
  homes.set(actor, storage)
}

/** Whose storage `indexedDB` is while no actor of the simulation runs. */
export function openFromOutside(storage: PhoneStorage | undefined): void {
  opened = storage
}

function storageNow(): PhoneStorage | undefined {
  const actor = rules?.scheduler.current
  return actor ? homes.get(actor) : opened
}

/** IndexedDB of one phone; `open` may hang, and never answers the dead. */
export class PhoneStorage extends IDBFactory {
  override open(name: string, version?: number) {
    const actor = rules?.scheduler.current
    if (actor && (!actor.alive || rules?.openHangs(actor))) return neverAnswers()
    return version === undefined ? super.open(name) : super.open(name, version)
  }
}

/** A request that nothing will ever happen to. */
function neverAnswers(): ReturnType<IDBFactory['open']> {
  return Reflect.construct(IDBOpenDBRequest, []) as ReturnType<IDBFactory['open']>
}

function lostConnection(): DOMException {
  return new DOMException('Connection to Indexed Database server lost', 'InvalidStateError')
}

function watchDatabases(): void {
  const real = IDBDatabase.prototype.transaction as (...given: unknown[]) => object
  const replaced = function transaction(this: Inside['db'], ...given: unknown[]): object {
    const actor = rules?.scheduler.current
    if (!actor || !rules || given[1] === 'versionchange') return real.apply(this, given)
    if (!actor.alive) throw lostConnection()
    const mode = given[1] === 'readwrite' ? 'readwrite' : 'readonly'
    const fate = rules.fate(actor, mode)
    if (!actor.alive) throw lostConnection()
    if (fate === 'lost') {
      this._closePending = true
      throw lostConnection()
    }
    const made = real.apply(this, given)
    watched.set(made, { actor, fate, writes: [], gated: false })
    return made
  }
  // The original polls until all transactions are over; these wait for virtual time.
  const close = function close(this: Inside['db']): void {
    this._closePending = true
    this._closed = true
    const { _rawDatabase } = this
    _rawDatabase.connections = _rawDatabase.connections.filter((other) => other !== this)
  }
  Object.assign(IDBDatabase.prototype, { transaction: replaced, close })
}

function watchTransactions(): void {
  const inside = IDBTransaction.prototype as unknown as Inside
  const realStart = Reflect.get(inside, '_start') as () => void
  inside._start = function start(this: Inside & EventTarget) {
    const seen = watched.get(this)
    if (!seen || !rules) {
      realStart.call(this)
      return
    }
    const { actor, fate } = seen
    if (!seen.gated) {
      seen.gated = true
      this._started = true
      const settled = rules
      this.addEventListener('complete', () => {
        if (actor.alive && seen.writes.length > 0) settled.committed(actor, this.db.name, seen.writes)
      })
      rules.scheduler.after(actor, rules.latency(actor), `store ${this.mode}`, () => realStart.call(this))
      return
    }
    const nothingLeft = !this._requests.some(({ request }) => request.readyState !== 'done')
    if (fate === 'full' && nothingLeft && this._state !== 'finished' && seen.writes.length > 0) {
      // Every request succeeded, and then there is no room: that is how browsers say it.
      this._abort('QuotaExceededError')
      return
    }
    realStart.call(this)
  }
}

function isWithout(value: unknown, key: string): value is object {
  return typeof value === 'object' && value !== null && !(key in value)
}

function watchWrites(): void {
  for (const name of ['put', 'add'] as const) {
    const real = IDBObjectStore.prototype[name] as (...given: unknown[]) => IDBRequest<unknown>
    const replaced = function write(this: IDBObjectStore, ...given: unknown[]): IDBRequest<unknown> {
      const [value] = given
      const written: { store: string; kind: 'put'; value: unknown } = { store: this.name, kind: 'put', value }
      watched.get(this.transaction)?.writes.push(written)
      const request = real.apply(this, given)
      const { keyPath } = this
      // The store numbers what it adds; Dexie tells the row of it, but not rows that are added together.
      if (this.autoIncrement && typeof keyPath === 'string' && isWithout(value, keyPath)) {
        request.addEventListener('success', () => {
          written.value = { ...value, [keyPath]: request.result }
        })
      }
      return request
    }
    Object.assign(IDBObjectStore.prototype, { [name]: replaced })
  }
  const realDelete = IDBObjectStore.prototype.delete as (...given: unknown[]) => unknown
  const replaced = function remove(this: IDBObjectStore, ...given: unknown[]): unknown {
    watched.get(this.transaction)?.writes.push({ store: this.name, kind: 'delete', value: given[0] })
    return realDelete.apply(this, given)
  }
  Object.assign(IDBObjectStore.prototype, { delete: replaced })
}

/** How many rows of a store are in some states, read without a transaction. */
export function countRows(storage: PhoneStorage, store: string, counts: (row: unknown) => boolean): number {
  let found = 0
  for (const { rawObjectStores } of insideOf(storage).values()) {
    for (const { value } of rawObjectStores.get(store)?.records.values() ?? []) if (counts(value)) found += 1
  }
  return found
}

/** Whether a transaction has begun and is not over: its end may have to wait for virtual time. */
export function isBusy(storage: PhoneStorage): boolean {
  return [...insideOf(storage).values()].some(({ transactions }) =>
    transactions.some(({ _state }) => _state !== 'finished'),
  )
}

/** The browser deletes everything of this origin. */
export function evict(storage: PhoneStorage): void {
  insideOf(storage).clear()
}

type RawRecord = { readonly key: unknown; readonly value: unknown }
type RawIndex = {
  readonly keyPath: unknown
  readonly multiEntry: boolean
  readonly unique: boolean
  initialized: boolean
}
export type RawStore = {
  readonly name: string
  readonly keyPath: unknown
  readonly autoIncrement: boolean
  readonly rawIndexes: Map<string, RawIndex>
  readonly records: { values(): Iterable<RawRecord> }
  storeRecord(record: RawRecord, noOverwrite: boolean): void
  clear(): void
}
export type RawDatabase = {
  readonly version: number
  readonly transactions: Inside[]
  readonly rawObjectStores: Map<string, RawStore>
}

/** The databases of a phone as they lie on its disk. */
export function insideOf(storage: PhoneStorage): Map<string, RawDatabase> {
  return (storage as unknown as { _databases: Map<string, RawDatabase> })._databases
}

let installed = false

/** Puts every phone's IndexedDB under the scheduler. Once in a process. */
export function installPhoneStorage(): void {
  if (installed) return
  installed = true
  watchDatabases()
  watchTransactions()
  watchWrites()
  Object.assign(Dexie.dependencies, { IDBKeyRange })
  Object.defineProperty(Dexie.dependencies, 'indexedDB', { get: storageNow, configurable: true })
  Object.assign(globalThis, { IDBKeyRange })
}

const DEAF = { onsuccess: null, onerror: null, oncomplete: null, onabort: null }

/** Ends what a dead tab had not finished, so that others get their turn. The dead tab gets no event. */
export function abandonTransactions(factory: PhoneStorage, actor: Actor): void {
  for (const { transactions } of insideOf(factory).values()) {
    for (const transaction of [...transactions]) {
      if (watched.get(transaction)?.actor === actor && transaction._state !== 'finished') {
        for (const { request } of transaction._requests) Object.assign(request, DEAF)
        Object.assign(transaction, DEAF)
        transaction._abort('AbortError')
      }
    }
  }
}
