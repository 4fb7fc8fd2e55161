import { findMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import type { Account } from './account.ts'
import { publicCaller } from './refresh-tokens.ts'
import type { SessionDeps } from './session-deps.ts'
import { deleteTokens } from './token-store.ts'

/** How many operations of this account are not sent yet: shown before signing out. */
export function countUnsent(account: Account): Promise<number> {
  return countPending(account.db)
}

/**
 * Ends the session on this phone, then informs the server if it can be reached. Unsent work stays: it is sent under the
 * delivery grant, or when the same user signs in again.
 * @param limitMs How long it waits for the server, in milliseconds. The tokens are always deleted first: until then
 * the login page would lead back to the dashboard.
 */
export async function signOut(deps: SessionDeps, account: Account, limitMs?: number): Promise<void> {
  const tokens = await findMeta(account.db, 'tokens')
  await deleteTokens(deps, account)
  deps.onEvent('signed-out')
  if (!tokens) return
  const informed = publicCaller(deps, account)('auth.logout', { refresh_token: tokens.refreshToken })
  await (limitMs === undefined ? informed : Promise.race([informed, deps.ports.wait(limitMs)]))
}
