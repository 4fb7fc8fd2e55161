import { NavigationRoute, registerRoute } from 'workbox-routing'
import { drainAccounts } from './drain-accounts.ts'
import { withPaintedScreen } from './painted-screen.ts'
import { precache } from './precache.ts'
import { findPreviousPage, rollBack } from './releases.ts'
import { SERVER_PATHS } from './server-paths.ts'

const BUDGET_MS = 30_000

/** The page of `/login` contains a form that works before any script; every other address gets the common page. */
function pageName({ pathname }: URL): string {
  return pathname === '/login' ? 'login.html' : 'index.html'
}

async function currentPage(name: string, request: Request): Promise<Response> {
  const page = (await precache.matchPrecache(name)) ?? (await precache.matchPrecache('index.html'))
  return page ?? (await fetch(request))
}

/**
 * The link on a page that does not start: opens the release that worked before, else whatever the server has now,
 * bypassing everything stored here.
 */
async function restartApp(url: URL, request: Request): Promise<Response> {
  url.searchParams.delete('start')
  if (await rollBack()) return Response.redirect(url, 302)
  const newest = await fetch(url, { cache: 'no-store' }).catch(() => undefined)
  return newest?.ok ? newest : await currentPage(pageName(url), request)
}

/** Every other address gets the app, which handles its own routes, also unknown ones. */
export function answerNavigations(): void {
  registerRoute(
    new NavigationRoute(
      async ({ url, request, event }) => {
        if (url.searchParams.get('start') === 'again') return await restartApp(new URL(url), request)
        const waitFor = (pendingUpdate: Promise<void>) =>
          event.waitUntil(pendingUpdate.catch(() => undefined))
        // A failure to read the stored releases must never make a start fail.
        const page = await findPreviousPage(pageName(url), waitFor).catch(() => undefined)
        return page ?? (await withPaintedScreen(url, await currentPage(pageName(url), request)))
      },
      { denylist: SERVER_PATHS },
    ),
  )
}

/** The app is being opened: a good moment to send what waits. The page is answered by the route above. */
export function onNavigation(event: FetchEvent): void {
  if (event.request.mode === 'navigate') event.waitUntil(drainAccounts('message', BUDGET_MS))
}
