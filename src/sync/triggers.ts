import { readMetas } from '#data/meta.ts'
import { gathered, watch } from '#data/watch.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from './deps.ts'
import type { KickReason } from './kick-reason.ts'
import { startLooking } from './look.ts'

/** The little of a window or a document that wakes us. */
export type EventSource = {
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
}

export type PageSources = {
  readonly window: EventSource
  readonly document: EventSource & { readonly visibilityState: string }
}

export type PageTriggered = {
  readonly account: Account
  readonly deps: SyncDeps
  readonly kick: (reason: KickReason) => void
  /** Asks the worker to go on with what waits: this page may be gone in a moment. */
  readonly handOver?: () => void
}

/**
 * Wakes the queue whenever a page may have something to do: started, shown, focused, the line is back, or about to be
 * left with something unsent. Gives the function that stops it.
 */
export function startPageTriggers(
  { window, document }: PageSources,
  { account, deps, kick, handOver }: PageTriggered,
): () => void {
  const stopped = new AbortController()
  const visible = () => document.visibilityState === 'visible'
  const wake = (reason: KickReason) => () => {
    if (visible()) kick(reason)
  }
  let unsent = 0
  let changed = false
  const leave = () => {
    if (unsent === 0 && !changed) return
    handOver?.()
    kick('leaving')
  }
  const listeners: [EventSource, string, () => void][] = [
    [window, 'online', () => kick('online')],
    [window, 'focus', wake('visible')],
    [window, 'pageshow', wake('visible')],
    [window, 'pagehide', leave],
    [document, 'visibilitychange', () => (visible() ? kick('visible') : leave())],
  ]
  for (const [source, type, listener] of listeners) source.addEventListener(type, listener)
  const looking = startLooking(deps.ports, wake('timer'), stopped.signal)
  const { db } = account
  // One look for both, a moment after what was written: a person waits for the screen then.
  const look = gathered(() => readMetas(db, ['counts', 'pending']), deps.ports)
  const stopWatching = watch(
    async () => {
      changed = true
      return look()
    },
    ([counts, pending = 0]) => {
      looking.awaits(counts?.submitted ?? 0)
      unsent = pending
      changed = false
    },
  )
  kick('start')
  return () => {
    stopped.abort()
    stopWatching()
    for (const [source, type, listener] of listeners) source.removeEventListener(type, listener)
  }
}
