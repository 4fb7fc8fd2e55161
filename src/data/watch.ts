import { Dexie, liveQuery } from 'dexie'
import type { Ports } from './ports.ts'

/** The number of the last write, and of the last to each table; `*` is any, `all` one that Dexie knows no more of. */
let last = 0
const lastWrites: Record<string, number> = {}
/** Called after a write, by this page or another, to any database. */
const followers = new Set<() => void>()
Dexie.on('storagemutated', (written: Readonly<Record<string, unknown>>) => {
  last += 1
  // A key names database, table and index.
  for (const key of ['*', ...Object.keys(written)]) lastWrites[key.split('/').at(-2) ?? key] = last
  for (const follow of followers) follow()
})

/**
 * Calls `next` with the result of `read`, now and whenever the data it read changes, until the returned function is
 * called. Storage failures are not reported here, but at every other use of the storage; a first read that failed is
 * repeated after the next write.
 */
export function watch<T>(read: () => Promise<T>, next: (value: T) => void): () => void {
  let isRead = false
  const begin = () =>
    liveQuery(read).subscribe({
      next: (value) => {
        isRead = true
        next(value)
      },
      error: () => {
        // What it reads is not known yet: Dexie would never run it again.
        if (!isRead) followers.add(again)
      },
    })
  let watching = begin()
  const again = () => {
    followers.delete(again)
    watching.unsubscribe()
    watching = begin()
  }
  return () => {
    followers.delete(again)
    watching.unsubscribe()
  }
}

/** What is read for a screen that is about to open; of no use once what it read was written after it began. */
export type FirstRead<T> = {
  /** What it reads. */
  readonly tables: readonly string[]
  /** The number of the last write before it began. */
  readonly begun: number
  readonly result: Promise<T>
  /** How it ended; absent until then. */
  end?: { readonly value: T } | 'failed'
}

/** Whether nothing was written since that it may have read. */
function isUnchanged<T>(first: FirstRead<T> | undefined): first is FirstRead<T> {
  return first?.tables.every((name) => (lastWrites[name] ?? 0) <= first.begun) === true
}

/**
 * Begins to read something for the screen that is about to open, unless that was read `before` and is unchanged. With the
 * names of all tables that it reads as `known`, a write to another one leaves it of use.
 */
export function readFirst<T>(
  read: () => Promise<T>,
  before?: FirstRead<T>,
  known?: readonly string[],
): FirstRead<T> {
  if (isUnchanged(before) && before.end !== 'failed') return before
  const tables = known ? [...known, 'all'] : ['*']
  const first: FirstRead<T> = { tables, begun: last, result: read() }
  first.result.then(
    (value) => {
      first.end = { value }
    },
    () => {
      first.end = 'failed'
    },
  )
  return first
}

/** A value that is known when it is asked for, or comes later. */
export type Watched<T> = {
  readonly hasValue: () => boolean
  readonly getValue: () => T
  readonly subscribe: (next: (value: T) => void, fail: (error: unknown) => void) => () => void
}

/**
 * The result of `read`, begun at once, and watched from the first write on. A live query begins with a timer, which fires
 * after the paint that answers the touch, so its result would be painted one frame later. What was begun `before` is not
 * read again before something is written.
 */
export function readThenWatch<T>(read: () => Promise<T>, before?: FirstRead<T>): Watched<T> {
  const first = readFirst(read, before)
  const known = typeof first.end === 'object' ? first.end : undefined
  return {
    hasValue: () => known !== undefined,
    getValue: () => known?.value as T,
    subscribe: (next, fail) => {
      let stop: (() => void) | undefined
      let isFirst = true
      const follow = () => {
        if (isUnchanged(first)) return
        followers.delete(follow)
        stop = watch(read, (value) => {
          isFirst = false
          next(value)
        })
      }
      const end = () => {
        followers.delete(follow)
        isFirst = false
        stop?.()
      }
      if (isUnchanged(first)) followers.add(follow)
      else follow()
      // Its result is known to who asked: a value given again is rendered again.
      if (known) return end
      const passOn = async () => {
        const value = await first.result
        // Once something was written, the next result is the one to show.
        if (isFirst && isUnchanged(first)) next(value)
      }
      passOn().catch((error: unknown) => {
        if (isFirst) fail(error)
      })
      return end
    },
  }
}

/** Long enough for saved data to be on the screen, too short for a person to notice the delay. */
const THROTTLE_MS = 150

/**
 * Throttles the read of a live query: the first read is immediate; after a change it waits `GATHER_MS` and includes
 * the changes of that time. A read at every change would delay the next write, in the database and on the screen.
 */
export function throttledQuery<T>(read: () => Promise<T>, { wait }: Pick<Ports, 'wait'>): () => Promise<T> {
  let latestRun = 0
  let cooldown: Promise<void> | undefined
  let latest: Promise<T> | undefined
  return async () => {
    latestRun += 1
    const thisRun = latestRun
    if (latest !== undefined) {
      cooldown ??= wait(THROTTLE_MS).finally(() => {
        cooldown = undefined
      })
      // Dexie follows a foreign promise only when it is wrapped in a native one.
      await Promise.resolve(cooldown)
      // A newer run has started: return its result.
      if (thisRun !== latestRun) return latest
    }
    latest = read()
    return latest
  }
}
