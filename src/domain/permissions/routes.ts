import type { UserType } from '../users/user.ts'

/** The layout around a page. `layoutOf` decides `by-user` from the user and the company's settings. */
export type RouteLayout = 'public' | 'app' | 'admin' | 'organization' | 'owner' | 'by-user'

/** Who may open a page: everybody, everybody logged in, or some user types. */
export type RouteAccess = 'public' | 'login' | readonly UserType[]

export type Route = {
  /** As in the specification; `{id}` is one path segment. */
  readonly path: string
  readonly access: RouteAccess
  readonly layout: RouteLayout
}

const ADMIN = ['platform_admin'] as const satisfies readonly UserType[]
const ORGANIZATION = ['organization_admin'] as const satisfies readonly UserType[]
const ADMIN_AND_ORGANIZATION = ['platform_admin', 'organization_admin'] as const satisfies readonly UserType[]
const OWNER = ['company_owner'] as const satisfies readonly UserType[]
const OWNER_AND_ORGANIZATION = ['organization_admin', 'company_owner'] as const satisfies readonly UserType[]

function routes(access: RouteAccess, layout: RouteLayout, paths: readonly string[]): Route[] {
  return paths.map((path) => ({ path, access, layout }))
}

/** Every page of the specification (§2), and ours. A path that is not here shows the not-found page to everybody. */
export const ROUTES: readonly Route[] = [
  ...routes('public', 'public', [
    '/',
    '/login',
    '/contact-us',
    '/tax-tips',
    '/recover-password',
    '/otp-reset-password',
    '/reset-password',
    '/help',
    '/help/license-agreement',
    '/help/privacy-policy',
    '/help/FAQs',
  ]),
  ...routes('login', 'app', [
    '/help/user-manual',
    '/new-potential-client',
    '/ussd',
    '/auth-ussd',
    '/developer/documentation/api/auth',
    '/developer/documentation/api/invoice',
    '/dashboard',
    '/invoices',
    '/new-invoice',
    '/edit-invoice/{id}',
    '/products',
    '/users',
    '/sales',
    '/sales-old',
    '/customers',
    '/customers-old',
    '/change-password',
    '/apps-integration',
    '/updates',
    '/payment',
    '/expenses',
    '/vendors',
    '/expenses-report',
  ]),
  // Pages of our own: one customer, who owes, what the figures say.
  ...routes('login', 'app', ['/customer/{id}', '/debts', '/insights']),
  // Pages of our own: one invoice with its receipt, writing an expense, its categories, the sync centre, the settings.
  ...routes('login', 'app', ['/invoice/{id}', '/new-expense', '/expense-categories', '/sync', '/settings']),
  // One page each, whatever the frame (the specification names them in two).
  ...routes('login', 'by-user', ['/profile', '/welcome']),
  ...routes(ADMIN_AND_ORGANIZATION, 'by-user', ['/companies']),
  ...routes(ADMIN, 'admin', ['/potential-clients']),
  ...routes(ADMIN_AND_ORGANIZATION, 'organization', ['/organizations', '/operators', '/cms-tax-tips']),
  ...routes(ORGANIZATION, 'organization', ['/receipt-reissuing']),
  ...routes(OWNER, 'owner', ['/company', '/operator']),
  ...routes(OWNER_AND_ORGANIZATION, 'by-user', ['/invoices-report']),
]

function pattern(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => (/^\{\w+\}$/.test(part) ? '[^/]+' : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')))
    .join('/')
  // Case does not count: a router that ignores it must not open a page that this table does not find.
  return new RegExp(`^${source}$`, 'i')
}

const PATTERNS = ROUTES.map((route) => ({ route, matches: pattern(route.path) }))

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The page a path means, `undefined` for none. A slash at the end and doubled slashes do not count. */
export function routeOf(path: string): Route | undefined {
  const plain = decoded(path).replace(/\/{2,}/g, '/')
  const bare = plain.length > 1 ? plain.replace(/\/$/, '') : plain
  return PATTERNS.find(({ matches }) => matches.test(bare))?.route
}
