import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { getOrCreateDeviceId, openRegistry, upsertAccount } from '#data/registry.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { type Account, openAccount } from './account.ts'
import { accountCaller } from './account-caller.ts'
import type { LocalSession } from './local-session-store.ts'
import type { SessionDeps } from './session-deps.ts'
import type { NotStored, SignedIn } from './sign-in.ts'
import { deviceIdFromToken } from './token-life.ts'
import { findTokens, saveTokens } from './token-store.ts'

export type SignedOut = { readonly kind: 'signed-out' }

/** What the phone stores to work offline: user, company and rules. A live read. */
export function findSession(db: AccountDatabase): Promise<Session | undefined> {
  return findMeta(db, 'session')
}

/**
 * The signed-in user, from this phone alone: an app that starts offline continues where it was. Local storage names
 * the user, the account's database has the rest. If the worker ended the session, there are no tokens: then it ends
 * here too.
 */
export async function currentSession(deps: SessionDeps): Promise<SignedIn | SignedOut | NotStored> {
  const local = deps.local?.read()
  if (!local) {
    deps.onEvent('not-signed-in')
    return { kind: 'signed-out' }
  }
  try {
    const account = await openAccount(deps.ports, local.user.company_id, local.user.id)
    let session = await findSession(account.db)
    session ??= await restoreFromLocalSession(deps, account, local)
    if (!session || !(await findTokens(account))) {
      deps.local?.clear()
      deps.onEvent('not-signed-in')
      return { kind: 'signed-out' }
    }
    deps.onEvent('signed-in')
    return { kind: 'signed-in', account, session }
  } catch (error) {
    if (error instanceof DeviceStorageFailure) return { kind: 'not-stored', code: error.code }
    throw error
  }
}

/**
 * The browser dropped the databases but not local storage: what a login stores is stored again, also the device id,
 * since a push needs it. The session comes last: its presence means that the rest is complete.
 */
async function restoreFromLocalSession(
  deps: SessionDeps,
  account: Account,
  { jwt, user }: LocalSession,
): Promise<Session | undefined> {
  const { db } = account
  const registry = await openRegistry(deps.ports)
  try {
    const claimed = deviceIdFromToken(jwt.token)
    const known = await getOrCreateDeviceId(registry, () => claimed ?? deps.ports.newId())
    const deviceId = claimed ?? known
    await upsertMeta(db, 'deviceId', deviceId)
    await upsertAccount(registry, {
      id: account.id,
      companyId: account.companyId,
      userId: account.userId,
      displayName: `${user.firstName} ${user.lastName}`.trim(),
      pendingCount: 0,
      lastUsedAt: deps.ports.clock.now(),
    })
  } finally {
    registry.close()
  }
  await saveTokens(deps, account, jwt)
  return renewSession(deps, account)
}

/** Asks the server for the session again and stores it; `undefined` when it did not answer. */
export async function renewSession(deps: SessionDeps, account: Account): Promise<Session | undefined> {
  const outcome = await accountCaller(deps, account)('session.read', {})
  if (outcome.kind !== 'answered') return undefined
  const session = outcome.value
  const { db } = account
  await upsertMeta(db, 'session', session)
  const local = deps.local?.read()
  if (local && local.user.id === account.userId) {
    deps.local?.write({ ...local, user: session.user, changePassword: session.mustChangePassword })
  }
  if (session.mustChangePassword) deps.onEvent('password-change-required')
  return session
}
