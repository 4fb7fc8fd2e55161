import { findMetas } from '#data/meta.ts'
import { listAccounts, openRegistry } from '#data/registry.ts'
import { isDisabledCode } from '#domain/permissions/disabled.ts'
import { openAccount } from './account.ts'
import type { LocalSession } from './local-session-store.ts'
import type { SessionDeps } from './session-deps.ts'

/** The session stored in the account's own database; `undefined` without one, and for a person who is disabled. */
async function findStoredSession(
  { ports }: SessionDeps,
  companyId: string | null,
  userId: string,
): Promise<LocalSession | undefined> {
  const account = await openAccount(ports, companyId, userId)
  try {
    const [session, tokens, drain] = await findMetas(account.db, ['session', 'tokens', 'drain'])
    // The tokens of a disabled person are kept only for what waits to be sent.
    if (!session || !tokens || isDisabledCode(drain?.hold?.code)) return undefined
    const jwt = { token: tokens.token, refresh_token: tokens.refreshToken }
    const { user, mustChangePassword } = session
    return { jwt, user, changePassword: mustChangePassword }
  } finally {
    account.db.close()
  }
}

/**
 * Restores local storage from the database of the account that was used last, if that holds a session. Browsers write
 * local storage to the disk seconds late: a phone that died soon after a login would start signed out and hide pending
 * work. A logout removes the tokens from the database first, so this cannot undo it. An earlier person's session, which
 * stays while that person is disabled, is not opened when a later one logs out. Throws `DeviceStorageFailure`.
 */
export async function restoreLocalSession(deps: SessionDeps): Promise<void> {
  const registry = await openRegistry(deps.ports)
  try {
    const [last] = await listAccounts(registry)
    const stored = last && (await findStoredSession(deps, last.companyId, last.userId))
    if (!stored) return
    deps.local?.write(stored)
    deps.onEvent('signed-in')
  } finally {
    registry.close()
  }
}
