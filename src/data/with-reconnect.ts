import { Dexie, type PromiseExtended } from 'dexie'
import type { Ports } from './ports.ts'
import { DeviceStorageFailure, isLostConnection, isStorageError, isStorageFull } from './storage-failure.ts'

/** How long `open()` may take: some engines never answer while the person waits. */
export const OPEN_TIMEOUT_MS = 5_000
/** More reopenings than this within a minute mean that the storage has failed for good. */
const MAX_REOPENS_PER_MINUTE = 3

/**
 * Opens a connection or throws `DeviceStorageFailure` within five seconds. A late success is harmless: the next call
 * uses it. An upgrade that has begun is awaited: a new index over a hundred thousand rows takes longer, and an
 * abandoned upgrade starts from the beginning next time.
 */
export async function openWithin(
  db: { open(): PromiseLike<unknown>; readonly upgrading?: boolean },
  wait: (ms: number, signal?: AbortSignal) => Promise<void>,
): Promise<void> {
  const done = new AbortController()
  const timeout = wait(OPEN_TIMEOUT_MS, done.signal).then(() => 'late' as const)
  try {
    const opening = Promise.resolve(db.open()).then(() => 'open' as const)
    const first = await Promise.race([opening, timeout])
    if (first === 'late' && db.upgrading === true) await opening
    else if (first === 'late')
      throw new DeviceStorageFailure('DEVICE_STORAGE_BROKEN', new Error('open timed out'))
  } catch (error) {
    throw asStorageFailure(error)
  } finally {
    done.abort()
  }
}

function asStorageFailure(error: unknown): unknown {
  if (error instanceof DeviceStorageFailure) return error
  if (isStorageFull(error)) return new DeviceStorageFailure('DEVICE_STORAGE_FULL', error)
  return isStorageError(error) ? new DeviceStorageFailure('DEVICE_STORAGE_BROKEN', error) : error
}

/** The part of a database that `withReconnect` needs. */
export type ReconnectingDatabase = {
  readonly ports: Ports
  /** When it was reopened lately, in ms. */
  readonly recentReopenings: number[]
  lastReopening: Promise<void> | undefined
  /** How many operations are under way. */
  activeOperations: number
  /** Its owner closed it. */
  readonly closedByOwner: boolean
  open(): PromiseLike<unknown>
  close(options: { disableAutoOpen: boolean }): void
  isOpen(): boolean
}

/**
 * Runs a request or a whole transaction. When the connection was lost, reopens it and runs `work` once more; operations
 * that lost the same connection share one reopening. Inside a transaction it only calls `work`. A database that its
 * owner closed stays closed. Throws `DeviceStorageFailure` when the storage failed, and passes other errors through.
 *
 * `work` is called at once and the result is a promise of Dexie, so that live queries and transactions still follow.
 */
export function withReconnect<T>(db: ReconnectingDatabase, work: () => PromiseLike<T>): PromiseExtended<T> {
  if (Dexie.currentTransaction) return dexiePromise(work)
  const knownReopening = db.lastReopening
  db.activeOperations += 1
  return dexiePromise(work)
    .catch((error: unknown) => {
      // A failure of nested work was retried there already; its cause still names the lost connection.
      if (error instanceof DeviceStorageFailure || !isLostConnection(error) || db.closedByOwner) throw error
      if (db.lastReopening === knownReopening) {
        if (!mayReopen(db)) throw error
        db.lastReopening = reopen(db)
      }
      return Dexie.Promise.resolve(db.lastReopening).then(() => work())
    })
    .catch((error: unknown) => {
      throw asStorageFailure(error)
    })
    .finally(() => {
      db.activeOperations -= 1
    })
}

function dexiePromise<T>(work: () => PromiseLike<T>): PromiseExtended<T> {
  return new Dexie.Promise((resolve) => {
    resolve(work())
  })
}

async function reopen(db: ReconnectingDatabase): Promise<void> {
  db.recentReopenings.push(db.ports.clock.now())
  db.close({ disableAutoOpen: false })
  await openWithin(db, db.ports.wait)
}

/**
 * Call it whenever the connection was closed. Dexie reopens a lost connection itself within the operation that
 * failed, and some engines never answer that opening. After five seconds it is abandoned, so that the operation fails
 * and the next one opens again. The first opening is never abandoned: it may be a long upgrade.
 */
export async function abandonHungReopen(db: ReconnectingDatabase): Promise<void> {
  await db.ports.wait(OPEN_TIMEOUT_MS)
  if (db.activeOperations > 0 && !db.isOpen()) db.close({ disableAutoOpen: true })
}

function mayReopen(db: ReconnectingDatabase): boolean {
  const now = db.ports.clock.now()
  const recent = db.recentReopenings.filter((at) => now - at < 60_000 && at <= now)
  db.recentReopenings.splice(0, db.recentReopenings.length, ...recent)
  return recent.length < MAX_REOPENS_PER_MINUTE
}
