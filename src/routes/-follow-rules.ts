import { redirect } from '@tanstack/react-router'
import { queryText } from '#domain/permissions/read-query.ts'
import { type NavigationSession, whereTo } from '#domain/permissions/where-to.ts'

/** An address with the place to go on to afterwards. */
export function addressWithNext(to: string, next: string | undefined): string {
  return next === undefined ? to : `${to}${queryText([['next', next]])}`
}

/** Sends a person on where the navigation rules say so (spec §2). */
export function followRules(
  who: NavigationSession,
  location: { readonly pathname: string; readonly searchStr: string; readonly href: string },
): void {
  const target = { path: location.pathname, search: location.searchStr, href: location.href }
  const answer = whereTo(who, target)
  if (answer.kind === 'go') throw redirect({ href: addressWithNext(answer.to, answer.next), replace: true })
}
