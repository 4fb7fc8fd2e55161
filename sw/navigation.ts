import { createHandlerBoundToURL } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { drainAccounts } from './drain-accounts.ts'
import { SERVERS_OWN } from './servers-own.ts'

const BUDGET_MS = 30_000

/** Every other address is the app, which knows its own routes, also the unknown ones. */
export function answerNavigations(): void {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: SERVERS_OWN }))
}

/** Somebody opens the app: a good moment to send what waits. The page is answered by the route above. */
export function onNavigation(event: FetchEvent): void {
  if (event.request.mode === 'navigate') event.waitUntil(drainAccounts('message', BUDGET_MS))
}
