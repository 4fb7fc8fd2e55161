import { NavigationRoute, registerRoute } from 'workbox-routing'
import { drainAccounts } from './drain-accounts.ts'
import { precache } from './precache.ts'
import { findPreviousPage, rollBack } from './releases.ts'
import { SERVER_PATHS } from './server-paths.ts'

const BUDGET_MS = 30_000

/** The page of `/login` has a form of its own before any script; every other address is the common one. */
function pageName({ pathname }: URL): string {
  return pathname === '/login' ? 'login.html' : 'index.html'
}

async function currentPage(name: string, request: Request): Promise<Response> {
  const page = (await precache.matchPrecache(name)) ?? (await precache.matchPrecache('index.html'))
  return page ?? (await fetch(request))
}

/**
 * The link of a page that does not come up: the release that worked before, else whatever the server has now, past
 * everything kept here.
 */
async function restartApp(url: URL, request: Request): Promise<Response> {
  url.searchParams.delete('start')
  if (await rollBack()) return Response.redirect(url, 302)
  const newest = await fetch(url, { cache: 'no-store' }).catch(() => undefined)
  return newest?.ok ? newest : await currentPage(pageName(url), request)
}

/** Every other address is the app, which knows its own routes, also the unknown ones. */
export function answerNavigations(): void {
  registerRoute(
    new NavigationRoute(
      async ({ url, request, event }) => {
        if (url.searchParams.get('start') === 'again') return await restartApp(new URL(url), request)
        const waitFor = (pendingUpdate: Promise<void>) =>
          event.waitUntil(pendingUpdate.catch(() => undefined))
        // What is kept about releases must never be what a start fails of.
        const page = await findPreviousPage(pageName(url), waitFor).catch(() => undefined)
        return page ?? (await currentPage(pageName(url), request))
      },
      { denylist: SERVER_PATHS },
    ),
  )
}

/** The app is being opened: a good moment to send what waits. The page is answered by the route above. */
export function onNavigation(event: FetchEvent): void {
  if (event.request.mode === 'navigate') event.waitUntil(drainAccounts('message', BUDGET_MS))
}
