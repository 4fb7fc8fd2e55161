import type { CallFailure } from '#api/failure.ts'
import type { EndpointInput } from '#contract/endpoints.ts'
import { findMeta, INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import type { Account } from './account.ts'
import { accountCaller } from './account-caller.ts'
import { storeNewTokens } from './refresh-tokens.ts'
import type { SessionDeps } from './session-deps.ts'

/** Changes the password on the server; afterwards the session and the queue continue with new tokens. */
export async function changePassword(
  deps: SessionDeps,
  account: Account,
  form: EndpointInput<'auth.change-password'>,
): Promise<{ readonly kind: 'changed' } | CallFailure> {
  const outcome = await accountCaller(deps, account)('auth.change-password', form)
  if (outcome.kind !== 'answered') return outcome
  const { db } = account
  await storeNewTokens(deps, account, outcome.value, 'any')
  await db.transaction('rw', db.meta, async () => {
    const session = await findMeta(db, 'session')
    if (session) await upsertMeta(db, 'session', { ...session, mustChangePassword: false })
    await upsertMeta(db, 'drain', INITIAL_DRAIN_STATE)
  })
  const local = deps.local?.read()
  if (local && local.user.id === account.userId) deps.local?.write({ ...local, changePassword: false })
  return { kind: 'changed' }
}
