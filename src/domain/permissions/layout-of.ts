import type { CompanySettings } from '../settings/company-settings.ts'
import type { CurrentUser } from '../users/user.ts'
import type { Route, RouteLayout } from './routes.ts'

export type Layout = Exclude<RouteLayout, 'by-user'>

const OWN_LAYOUT: Record<CurrentUser['user_type'], Layout> = {
  platform_admin: 'admin',
  organization_admin: 'organization',
  company_owner: 'owner',
  operator: 'app',
}

/** The frame that belongs to a kind of account. */
export function ownLayout(user: Pick<CurrentUser, 'user_type'>): Layout {
  return OWN_LAYOUT[user.user_type]
}

/**
 * The frame of a page. `/companies` is in the admin frame for platform admins and in the organization frame for
 * organization admins; `/profile` and `/welcome` in the owner frame for company owners and in the plain one for
 * others; the settings `layoutCompanies` and `layoutProfile` keep the other readings of spec §2.
 */
export function layoutOf(
  route: Route,
  user: Pick<CurrentUser, 'user_type'> | null,
  settings: Pick<CompanySettings, 'layoutProfile' | 'layoutCompanies'>,
): Layout {
  if (route.layout !== 'by-user') return route.layout
  if (user === null) return 'public'
  const own = ownLayout(user)
  if (route.path === '/companies') {
    return settings.layoutCompanies === 'auto' ? own : settings.layoutCompanies
  }
  if (route.path === '/invoices-report') return own
  if (settings.layoutProfile === 'auto') return own === 'owner' ? 'owner' : 'app'
  return settings.layoutProfile === 'ownerCompany' ? 'owner' : 'app'
}
