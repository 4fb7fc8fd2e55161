import type { AnyRouter } from '@tanstack/react-router'
import type { RouteContext } from './-route-context.ts'

/** Ends the session of a page without the menu, and leads to the login of another person. */
export async function logOut(
  router: Pick<AnyRouter, 'navigate'>,
  openAppContext: RouteContext['openAppContext'],
): Promise<void> {
  await (await openAppContext())?.appContext.signOut()
  await router.navigate({ to: '/login', search: { by: 'password' }, replace: true })
}
