import { type CompanySettings, DEFAULT_SETTINGS } from '../settings/company-settings.ts'
import type { CurrentUser } from '../users/user.ts'
import { localPath } from './local-path.ts'
import { mayOpen } from './may-open.ts'
import { queryText, readQuery } from './read-query.ts'
import { type Route, routeOf } from './routes.ts'

/** The navigating user: the local values `user` and `change-password` (spec §3). */
export type NavigationSession = {
  readonly user: CurrentUser | null
  readonly mustChangePassword: boolean
}

/** The target: `search` is the raw query text (`?a=b` or empty), `href` path, query and hash together. */
export type NavigationTarget = { readonly path: string; readonly search: string; readonly href: string }

export type NavigationDecision =
  | { readonly kind: 'stay' }
  /** `to` is a path, with a query where needed; `next` is passed as the query value `next`. */
  | { readonly kind: 'go'; readonly to: string; readonly next?: string }

const STAY: NavigationDecision = { kind: 'stay' }

/** The values with which accounting services redirect people back (spec §2), and `state`, which proves who asked. */
const RETURN_VALUES = ['code', 'state', 'realmId', 'session_state', 'scope'] as const

function accountingReturn(search: string): string | undefined {
  const query = readQuery(search)
  const all = (names: readonly string[]) => names.every((name) => (query.get(name) ?? '') !== '')
  if (!all(['code', 'realmId']) && !all(['code', 'state', 'session_state', 'scope'])) return undefined
  const values = RETURN_VALUES.flatMap((name): [string, string][] => {
    const value = query.get(name)
    return value === undefined ? [] : [[name, value]]
  })
  return `/apps-integration${queryText(values)}`
}

function pageOf(href: string | undefined): string | undefined {
  return href === undefined ? undefined : routeOf(href.replace(/[?#].*$/, ''))?.path
}

/**
 * The page the person wanted to open; on `/login` the one in its `next`. Never `/login` itself: that would be a loop.
 */
function intendedTarget(route: Route | undefined, location: NavigationTarget): string | undefined {
  const requested = route?.path === '/login' ? readQuery(location.search).get('next') : location.href
  const next = localPath(requested)
  return pageOf(next) === '/login' ? undefined : next
}

function go(to: string, next?: string): NavigationDecision {
  return next === undefined ? { kind: 'go', to } : { kind: 'go', to, next }
}

function legacyRedirect(
  route: Route | undefined,
  settings: Pick<CompanySettings, 'legacyCustomers' | 'legacySales'>,
) {
  if (route?.path === '/customers-old' && settings.legacyCustomers === 'redirect') return '/customers'
  if (route?.path === '/sales-old' && settings.legacySales === 'redirect') return '/sales'
  return undefined
}

/** Whether this path depends on the settings of the company; for every other path they need not be loaded. */
export function dependsOnSettings(path: string): boolean {
  const page = routeOf(path)?.path
  return page === '/customers-old' || page === '/sales-old'
}

/**
 * Every navigation rule of spec §2, in this order:
 * 1. a user who must change the password goes to `/change-password`, with the intended URL as `next`;
 * 2. the return from an accounting service goes to `/apps-integration` with its values;
 * 3. a logged-in user on `/login` goes to `next`, else to `/dashboard`;
 * 4. a protected page without a login goes to `/login`, with the intended URL as `next`;
 * 5. a page of other user types leads to `/`; an old list may lead to the new one (a company setting).
 * An unknown path stays, for the not-found page. Following the answers always ends: the rules contain no loop.
 */
export function resolveNavigation(
  session: NavigationSession,
  location: NavigationTarget,
  settings: Pick<CompanySettings, 'legacyCustomers' | 'legacySales'> = DEFAULT_SETTINGS,
): NavigationDecision {
  const { user } = session
  const route = routeOf(location.path)
  const next = intendedTarget(route, location)

  // The flag belongs to a user; without one it would cause a redirect loop between two pages.
  if (session.mustChangePassword && user !== null) {
    if (route?.path === '/change-password') return STAY
    return go('/change-password', pageOf(next) === '/change-password' ? undefined : next)
  }
  const returned = accountingReturn(location.search)
  if (returned !== undefined && route?.path !== '/apps-integration') return go(returned)
  if (route === undefined) return STAY
  if (user !== null && route.path === '/login') return go(next ?? '/dashboard')
  if (user === null && route.access !== 'public') return go('/login', next)
  if (!mayOpen(user, route)) return go('/')
  const redirect = legacyRedirect(route, settings)
  return redirect === undefined ? STAY : go(redirect)
}
