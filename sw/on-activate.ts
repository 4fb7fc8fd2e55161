import { drainAccounts } from './drain-accounts.ts'
import { scope } from './worker-scope.ts'

const BUDGET_MS = 60_000

/**
 * A new version is in charge: of the open pages, and of work that may have waited for it. The event does not wait for
 * that work: until it is over the browser holds back every page and file that this worker shall answer.
 */
export function onActivate(event: ExtendableEvent): void {
  event.waitUntil(scope.clients.claim())
  // A worker that is put to sleep over it is woken by the `sync` that was asked for when the work was queued.
  drainAccounts('activate', BUDGET_MS).catch((error) => console.error('a drain failed', error))
}
