import { redirect } from '@tanstack/react-router'
import { queryText } from '#domain/permissions/read-query.ts'
import * as navigation from '#domain/permissions/resolve-navigation.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import type { RouteContext } from './-route-context.ts'

/** An address with the address to continue with afterwards. */
export function addressWithNext(to: string, next: string | undefined): string {
  return next === undefined ? to : `${to}${queryText([['next', next]])}`
}

/** Redirects to another address; the router catches what this throws. */
export function redirectTo(href: string): never {
  redirect({ href, replace: true, throw: true })
  throw new Error('the router did not leave')
}

type Location = { readonly pathname: string; readonly searchStr: string; readonly href: string }

function followRules(
  session: navigation.NavigationSession,
  location: Location,
  settings?: CompanySettings,
): void {
  const target = { path: location.pathname, search: location.searchStr, href: location.href }
  const decision = navigation.resolveNavigation(session, target, settings)
  if (decision.kind === 'go') redirectTo(addressWithNext(decision.to, decision.next))
}

/**
 * Redirects a person according to the navigation rules (spec §2). Synchronously, because the first paint waits for
 * it; only a page that depends on the company's settings waits until they are read on this phone.
 */
export function enforceNavigationRules(context: RouteContext, location: Location): void | Promise<void> {
  const session = context.getNavigationSession()
  followRules(session, location)
  if (session.user === null || !navigation.dependsOnSettings(location.pathname)) return
  return context.openAppContext().then((opened) => followRules(session, location, opened?.session.settings))
}
