import { drainAccounts } from './drain-accounts.ts'
import { scope } from './worker-scope.ts'

const BUDGET_MS = 60_000

/**
 * A new version was activated: it takes over the open pages, and sends work that may have waited for it. The event
 * does not wait for that work, because the browser delays every request to this worker until the event ends.
 */
export function onActivate(event: ExtendableEvent): void {
  event.waitUntil(scope.clients.claim())
  // If the worker is stopped during it, the `sync` that was registered when the work was queued wakes it.
  drainAccounts('activate', BUDGET_MS).catch((error) => console.error('a drain failed', error))
}
