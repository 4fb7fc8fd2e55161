import { createRouter } from '@tanstack/react-router'
import { queryText, readQuery } from '#domain/permissions/read-query.ts'
import { ErrorScreen } from '#ui/error-screen.tsx'
import type { RouteContext } from './-route-context.ts'
import { routeTree } from './route-tree.gen.ts'

/** From the finger on a link until it is lifted. */
const PRELOADED_MS = 1_000

/** The router. Values of an address query stay texts: the default would convert `?q=7` to a number. */
export function makeRouter(context: RouteContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch: (search) => Object.fromEntries(readQuery(search)),
    stringifySearch: (search) =>
      queryText(
        Object.entries(search).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' && value !== '' ? [[name, value]] : [],
        ),
      ),
    // A screen that fails leaves its frame with the menu as it is.
    defaultErrorComponent: ErrorScreen,
    defaultHashScrollIntoView: true,
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    // What was read for a touch is shown after that touch, not after a later one.
    defaultPreloadStaleTime: PRELOADED_MS,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
