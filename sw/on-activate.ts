import { drainAccounts } from './drain-accounts.ts'
import { scope } from './worker-scope.ts'

const BUDGET_MS = 60_000

/** A new version is in charge: of the open pages, and of work that may have waited for it. */
export function onActivate(event: ExtendableEvent): void {
  event.waitUntil(scope.clients.claim())
  event.waitUntil(drainAccounts('activate', BUDGET_MS))
}
