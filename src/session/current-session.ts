import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { guarded } from '#data/guard.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { type Account, openAccount } from './account.ts'
import { accountCaller } from './account-caller.ts'
import type { SessionDeps } from './session-deps.ts'
import type { NotKept, SignedIn } from './sign-in.ts'
import { keepTokens, readTokens } from './token-store.ts'

export type SignedOut = { readonly kind: 'signed-out' }

/** What the phone keeps to work offline: who, for whom, under which rules. A live read. */
export function readSession(db: AccountDatabase): Promise<Session | undefined> {
  return readMeta(db, 'session')
}

/**
 * Who is signed in, from this phone alone: an app that starts offline goes on where it was. Local storage names the
 * user, the account's database has the rest. A worker that ended the session left no tokens: then it ends here too.
 */
export async function currentSession(deps: SessionDeps): Promise<SignedIn | SignedOut | NotKept> {
  const local = deps.local?.read()
  if (!local) {
    deps.onEvent({ kind: 'nobody-found' })
    return { kind: 'signed-out' }
  }
  try {
    const account = await openAccount(deps.ports, local.user.company_id, local.user.id)
    let session = await guarded(account.db, () => readSession(account.db))
    if (!session) {
      // The browser dropped the database but not local storage: its tokens can bring the session back.
      await keepTokens(deps, account, local.jwt)
      session = await renewSession(deps, account)
    }
    if (!session || !(await readTokens(account))) {
      deps.local?.clear()
      deps.onEvent({ kind: 'nobody-found' })
      return { kind: 'signed-out' }
    }
    const { user, mustChangePassword } = session
    deps.onEvent({ kind: 'signed-in', accountId: account.id, user, mustChangePassword })
    return { kind: 'signed-in', account, session }
  } catch (error) {
    if (error instanceof DeviceStorageFailure) return { kind: 'not-kept', code: error.code }
    throw error
  }
}

/** Asks the server for the session again and keeps it; `undefined` when it did not answer. */
export async function renewSession(deps: SessionDeps, account: Account): Promise<Session | undefined> {
  const outcome = await accountCaller(deps, account)('session.read', {})
  if (outcome.kind !== 'answered') return undefined
  const session = outcome.value
  const { db } = account
  await guarded(db, () => writeMeta(db, 'session', session))
  const local = deps.local?.read()
  if (local && local.user.id === account.userId) {
    deps.local?.write({ ...local, user: session.user, changePassword: session.mustChangePassword })
  }
  if (session.mustChangePassword) deps.onEvent({ kind: 'password-change-required', accountId: account.id })
  return session
}
