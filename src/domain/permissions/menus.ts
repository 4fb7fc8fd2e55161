import type { CurrentUser } from '../users/user.ts'
import { type Layout, ownLayout } from './layout-of.ts'
import { mayOpen } from './may-open.ts'
import { type OperatorRights, seesAllSales } from './operator-rights.ts'
import { PUBLIC_MENU } from './public-menu.ts'
import { routeOf } from './routes.ts'

/** The same in both frames, because a platform admin uses both. */
const ADMINISTRATION = [
  '/dashboard',
  '/companies',
  '/organizations',
  '/operators',
  '/users',
  '/potential-clients',
  '/invoices-report',
  '/receipt-reissuing',
  '/cms-tax-tips',
  '/welcome',
] as const

/**
 * The menu entries of each frame, in the order of the day's work: a phone shows the first ones as tabs and the others
 * behind *More*. `MORE` is behind *More* in every frame.
 */
const MENUS = {
  public: PUBLIC_MENU,
  app: [
    '/dashboard',
    '/invoices',
    '/customers',
    '/products',
    '/expenses',
    '/sales',
    '/insights',
    '/sync',
    '/company',
    '/welcome',
  ],
  admin: ADMINISTRATION,
  organization: ADMINISTRATION,
  owner: ['/dashboard', '/company', '/operator', '/users', '/invoices-report', '/welcome'],
} as const satisfies Record<Layout, readonly string[]>
const MORE = [
  '/profile',
  '/settings',
  '/change-password',
  '/payment',
  '/tax-tips',
  '/updates',
  '/help',
  '/contact-us',
] as const

export type MenuPath = (typeof MENUS)[Layout][number] | (typeof MORE)[number]

type MenuUser = Pick<CurrentUser, 'user_type' | 'company_id'>

/** Entries of a company's own work: without a company there is nothing to sell, to buy or to send. */
const COMPANY_WORK: ReadonlySet<MenuPath> = new Set([
  '/invoices',
  '/customers',
  '/products',
  '/expenses',
  '/sales',
  '/insights',
  '/sync',
  '/company',
  '/operator',
])

function opens(user: MenuUser | null, path: MenuPath): boolean {
  const route = routeOf(path)
  if (route === undefined || !mayOpen(user, route)) return false
  return !COMPANY_WORK.has(path) || (user !== null && user.company_id !== null)
}

/**
 * The menu of a frame for a person (`null`: signed out): only what this person may open. Insights are about the sales of
 * the whole company, so those who see their own sales only have no entry for them. Administrators keep the menu
 * of their own frame in the default frame, because they have no use for the entries of a shop.
 */
export function menuOf(
  layout: Layout,
  user: MenuUser | null,
  rights: Pick<OperatorRights, 'seeAllSales'> = {},
): readonly MenuPath[] {
  const own = user === null ? 'public' : ownLayout(user)
  const shown = layout === 'app' && (own === 'admin' || own === 'organization') ? own : layout
  return MENUS[shown].filter((path) => opens(user, path) && (path !== '/insights' || seesAllSales(rights)))
}

/** The entries behind *More* in every frame: about the person, not about the work. */
export function morePlaces(user: MenuUser): readonly MenuPath[] {
  return MORE.filter((path) => opens(user, path))
}
