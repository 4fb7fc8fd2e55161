import type { CurrentUser } from '../users/user.ts'
import type { Route } from './routes.ts'

/** Whether a user (`null`: signed out) may open a page. Menus ask this, so that no entry leads to a refusal. */
export function mayOpen(user: Pick<CurrentUser, 'user_type'> | null, route: Route): boolean {
  if (route.access === 'public') return true
  if (user === null) return false
  return route.access === 'login' || route.access.includes(user.user_type)
}
