import type { Ports } from './ports.ts'
import { DeviceStorageFailure, isLostConnection, isStorageError, isStorageFull } from './storage-failure.ts'

/** How long `open()` may take: some engines never answer, and a person is looking at the screen. */
export const OPEN_TIMEOUT_MS = 5_000
/** Reopening more often than this within a minute means that the storage is gone for good. */
const MAX_REOPENS_PER_MINUTE = 3

/**
 * Opens a connection or fails within five seconds. `wait` is the clock's; a late success is harmless because the
 * next call uses it. An upgrade that has begun is waited for: a new index over a hundred thousand rows takes longer,
 * and who gives up on it begins anew each time.
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

/** What the guard needs of a database. */
export type ReconnectingDatabase = {
  readonly ports: Ports
  /** When it was reopened lately, in ms. */
  readonly recentReopenings: number[]
  /** How much guarded work is under way. */
  activeOperations: number
  /** Its owner closed it. */
  readonly closedByOwner: boolean
  open(): PromiseLike<unknown>
  close(options: { disableAutoOpen: boolean }): void
  isOpen(): boolean
}

/**
 * Runs work on the database. When the connection died under it, it is opened anew and the work is done once more;
 * work is therefore whole transactions, which leave nothing behind when they fail. What its owner closed stays closed.
 * Throws `DeviceStorageFailure` when nothing could be kept, and passes errors of our own through.
 */
export async function withReconnect<T>(db: ReconnectingDatabase, work: () => PromiseLike<T>): Promise<T> {
  db.activeOperations += 1
  try {
    return await runWithOneReopen(db, work)
  } finally {
    db.activeOperations -= 1
  }
}

async function runWithOneReopen<T>(db: ReconnectingDatabase, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isLostConnection(error) || db.closedByOwner || !mayReopen(db)) throw asStorageFailure(error)
    db.recentReopenings.push(db.ports.clock.now())
    db.close({ disableAutoOpen: false })
    await openWithin(db, db.ports.wait)
    try {
      return await work()
    } catch (again) {
      throw asStorageFailure(again)
    }
  }
}

/**
 * To be called whenever the connection was closed. Dexie opens a lost connection anew by itself, in the midst of the
 * work that met the loss, and some engines never answer such an opening: after five seconds it is given up, so that the
 * work fails and what comes later opens again. The first opening is never given up: it may be a long upgrade.
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
