import type { AppContext } from '#app-context/app-context.ts'
import type { Session } from '#contract/session.ts'
import type { NavigationSession } from '#domain/permissions/resolve-navigation.ts'
import type { TryChange } from '#features/account/change-password-screen.tsx'
import type { TryUnlock } from '#features/lock/use-unlock.ts'
import type { TryLogin } from '#features/login/login-screen.tsx'
import type { DeviceUser } from '#session/device-users.ts'

export type OpenedAccount = { readonly appContext: AppContext; readonly session: Session }

/** What the app lends to routes. Everything heavy is loaded only when it is called. */
export type RouteContext = {
  /** Who navigates, at once, from local storage. */
  readonly getNavigationSession: () => NavigationSession
  /** Opens the runtime of the signed-in person on this phone; `null` when no session is found. */
  readonly openAppContext: () => Promise<OpenedAccount | null>
  /** The users of this phone; empty when they cannot be read. Never rejects. */
  readonly people: () => Promise<readonly DeviceUser[]>
  readonly unlock: TryUnlock
  readonly login: TryLogin
  readonly prepareLogin: () => void
  readonly changePassword: TryChange
  /** Calls what is open to everybody, for the forms before a login. */
  readonly callPublic: AppContext['call']
  readonly newId: () => string
}
