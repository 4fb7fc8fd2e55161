import { findMetas } from '#data/meta.ts'
import { throttledQuery, watch } from '#data/watch.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from './connection/sync-deps.ts'
import type { SyncTrigger } from './connection/sync-trigger.ts'
import { startPolling } from './poll.ts'

/** The part of a window or a document that is listened to. */
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
  readonly requestSync: (reason: SyncTrigger) => void
  /** Asks the worker to continue with unsent work: this page may be closed in a moment. */
  readonly wakeWorker?: () => void
}

/**
 * Requests a sync whenever a page may have something to do: started, shown, focused, connected again, or about to be
 * left with unsent work. Returns the function that stops it.
 */
export function startPageTriggers(
  { window, document }: PageSources,
  { account, deps, requestSync, wakeWorker }: PageTriggered,
): () => void {
  const stopped = new AbortController()
  const visible = () => document.visibilityState === 'visible'
  const requestIfVisible = (trigger: SyncTrigger) => () => {
    if (visible()) requestSync(trigger)
  }
  let unsent = 0
  let changed = false
  const onLeave = () => {
    if (unsent === 0 && !changed) return
    wakeWorker?.()
    requestSync('leaving')
  }
  const listeners: [EventSource, string, () => void][] = [
    [window, 'online', () => requestSync('online')],
    [window, 'focus', requestIfVisible('visible')],
    [window, 'pageshow', requestIfVisible('visible')],
    [window, 'pagehide', onLeave],
    [document, 'visibilitychange', () => (visible() ? requestSync('visible') : onLeave())],
  ]
  for (const [source, type, listener] of listeners) source.addEventListener(type, listener)
  const poller = startPolling(deps.ports, requestIfVisible('timer'), stopped.signal)
  const { db } = account
  // One read for both, throttled: right after a write the person waits for the screen.
  const readCounts = throttledQuery(() => findMetas(db, ['counts', 'pending']), deps.ports)
  const stopWatching = watch(
    async () => {
      changed = true
      return readCounts()
    },
    ([counts, pending = 0]) => {
      poller.setAwaited(counts?.submitted ?? 0)
      unsent = pending
      changed = false
    },
  )
  requestSync('start')
  return () => {
    stopped.abort()
    stopWatching()
    for (const [source, type, listener] of listeners) source.removeEventListener(type, listener)
  }
}
