import type { CallFailure } from '#api/failure.ts'
import type { EndpointInput } from '#contract/endpoints.ts'
import { guarded } from '#data/guard.ts'
import { AT_REST, readMeta, writeMeta } from '#data/meta.ts'
import type { Account } from './account.ts'
import { accountCaller } from './account-caller.ts'
import type { SessionDeps } from './session-deps.ts'
import { keepTokens } from './token-store.ts'

/** Changes the password on the server; afterwards the session goes on with new tokens, and so does the queue. */
export async function changePassword(
  deps: SessionDeps,
  account: Account,
  form: EndpointInput<'auth.change-password'>,
): Promise<{ readonly kind: 'changed' } | CallFailure> {
  const outcome = await accountCaller(deps, account)('auth.change-password', form)
  if (outcome.kind !== 'answered') return outcome
  const { db } = account
  await keepTokens(deps, account, outcome.value)
  await guarded(db, () =>
    db.transaction('rw', db.meta, async () => {
      const session = await readMeta(db, 'session')
      if (session) await writeMeta(db, 'session', { ...session, mustChangePassword: false })
      await writeMeta(db, 'drain', AT_REST)
    }),
  )
  const local = deps.local?.read()
  if (local && local.user.id === account.userId) deps.local?.write({ ...local, changePassword: false })
  deps.onEvent({ kind: 'password-changed', accountId: account.id })
  return { kind: 'changed' }
}
