import { liveQuery } from 'dexie'

/**
 * Calls `next` with what `read` gives, now and whenever what it read changes, until the given function is called.
 * Storage that fails is not reported here: it speaks up wherever it is used.
 */
export function watch<T>(read: () => Promise<T>, next: (value: T) => void): () => void {
  const watching = liveQuery(read).subscribe({ next, error: () => undefined })
  return () => watching.unsubscribe()
}
