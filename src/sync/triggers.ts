import type { Account } from '#session/account.ts'
import type { SyncDeps } from './deps.ts'
import type { KickReason } from './kick-reason.ts'

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
}

/** While somebody looks, news of the company is fetched this often. */
const LOOK_EVERY_MS = 60_000

/**
 * Wakes the queue whenever a page may have something to do: started, shown, focused, the line is back. Gives the
 * function that stops it.
 */
export function startPageTriggers(
  { window, document }: PageSources,
  { deps, kick }: PageTriggered,
): () => void {
  const stopped = new AbortController()
  const visible = () => document.visibilityState === 'visible'
  const wake = (reason: KickReason) => () => {
    if (visible()) kick(reason)
  }
  const listeners: [EventSource, string, () => void][] = [
    [window, 'online', () => kick('online')],
    [window, 'focus', wake('visible')],
    [window, 'pageshow', wake('visible')],
    [document, 'visibilitychange', wake('visible')],
  ]
  for (const [source, type, listener] of listeners) source.addEventListener(type, listener)
  async function look(): Promise<void> {
    while (!stopped.signal.aborted) {
      await deps.ports.wait(LOOK_EVERY_MS, stopped.signal)
      if (!stopped.signal.aborted && visible()) kick('timer')
    }
  }
  void look()
  kick('start')
  return () => {
    stopped.abort()
    for (const [source, type, listener] of listeners) source.removeEventListener(type, listener)
  }
}
