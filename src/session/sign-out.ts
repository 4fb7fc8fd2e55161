import { guarded } from '#data/guard.ts'
import { readMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import type { Account } from './account.ts'
import { openCaller } from './refresh-tokens.ts'
import type { SessionDeps } from './session-deps.ts'
import { clearTokens } from './token-store.ts'

/** How much this account still owes the server: shown before somebody signs out. */
export function unsentCount(account: Account): Promise<number> {
  return guarded(account.db, () => countPending(account.db))
}

/**
 * Ends the session on this phone at once, and tells the server if it can be reached. Nothing unsent is touched: it
 * goes on under the delivery grant, or when the same user signs in again.
 */
export async function signOut(deps: SessionDeps, account: Account): Promise<void> {
  const tokens = await guarded(account.db, () => readMeta(account.db, 'tokens'))
  await clearTokens(deps, account)
  deps.onEvent({ kind: 'signed-out', accountId: account.id })
  if (tokens) await openCaller(deps)('auth.logout', { refresh_token: tokens.refreshToken })
}
