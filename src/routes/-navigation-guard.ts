import { redirect } from '@tanstack/react-router'
import { queryText } from '#domain/permissions/read-query.ts'
import { type NavigationSession, resolveNavigation } from '#domain/permissions/resolve-navigation.ts'

/** An address with the place to go on to afterwards. */
export function addressWithNext(to: string, next: string | undefined): string {
  return next === undefined ? to : `${to}${queryText([['next', next]])}`
}

/** Leaves for another address in place of this one; the router catches what this throws. */
export function redirectTo(href: string): never {
  redirect({ href, replace: true, throw: true })
  throw new Error('the router did not leave')
}

/** Sends a person on where the navigation rules say so (spec §2). */
export function enforceNavigationRules(
  session: NavigationSession,
  location: { readonly pathname: string; readonly searchStr: string; readonly href: string },
): void {
  const target = { path: location.pathname, search: location.searchStr, href: location.href }
  const decision = resolveNavigation(session, target)
  if (decision.kind === 'go') redirectTo(addressWithNext(decision.to, decision.next))
}
