import type { AppContext } from '#app-context/app-context.ts'
import type { Session } from '#contract/session.ts'
import type { NavigationSession } from '#domain/permissions/resolve-navigation.ts'
import type { PriceTexts } from '#domain/subscription/price-texts.ts'
import type { TryChange } from '#features/account/change-password-screen.tsx'
import type { TryUnlock } from '#features/lock/use-unlock.ts'
import type { TryLogin } from '#features/login/login-form.tsx'
import type { DeviceUser } from '#session/device-users.ts'

export type OpenedAccount = { readonly appContext: AppContext; readonly session: Session }

/** What the app passes to routes. Everything large is loaded only when it is called. */
export type RouteContext = {
  /** The navigating user, synchronously, from local storage. */
  readonly getNavigationSession: () => NavigationSession
  /** Opens the runtime of the signed-in person on this phone; `null` when no session is found. */
  readonly openAppContext: () => Promise<OpenedAccount | null>
  /** The users of this phone; empty when they cannot be read. Never rejects. */
  readonly people: () => Promise<readonly DeviceUser[]>
  readonly unlock: TryUnlock
  readonly login: TryLogin
  readonly prepareLogin: () => void
  readonly changePassword: TryChange
  /** Calls public endpoints, for the forms before a login. */
  readonly callPublic: AppContext['call']
  readonly newId: () => string
  /** Only where the landing page is written into a file: places for the prices, which the server fills. */
  readonly prerenderedPrices?: PriceTexts
}
