import type { CallFailure } from '#api/failure.ts'
import { retryAtOf } from '#api/retry-at.ts'
import type { EndpointInput } from '#contract/endpoints.ts'
import type { LoginFailure } from '#features/login/login-form.tsx'
import type { Account } from '#session/account.ts'
import { changePassword } from '#session/change-password.ts'
import type { SentLogin } from '#session/early-login.ts'
import { saveLanguageChoice } from '#session/send-language-choice.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { signIn } from '#session/sign-in.ts'
import { shownLanguage } from './sync-language.ts'

/** The code under which a failed call is shown. */
function failureCode(failure: CallFailure | { readonly kind: 'not-stored'; readonly code: string }): string {
  switch (failure.kind) {
    case 'refused':
    case 'not-stored':
      return failure.code
    case 'unreachable':
      return 'NETWORK_UNREACHABLE'
    case 'too-slow':
      return 'NETWORK_TOO_SLOW'
    case 'unreadable':
      return 'ANSWER_UNREADABLE'
  }
}

/** Signs in, by the answer to `sent` where the page has sent the login already; returns the failure, if any. */
export async function tryLogin(
  deps: SessionDeps,
  form: { readonly username: string; readonly password: string; readonly code?: string },
  sent?: SentLogin,
): Promise<LoginFailure | undefined> {
  const outcome = await signIn(deps, form, sent)
  if (outcome.kind !== 'signed-in') {
    const retryAt = outcome.kind === 'not-stored' ? undefined : retryAtOf(outcome, deps.ports.clock.now())
    return { code: failureCode(outcome), retryAt }
  }
  // The account speaks the language that its person logged in with; the next contact tells the server.
  await saveLanguageChoice(outcome.account, shownLanguage())
  // The next screen opens the database itself.
  outcome.account.db.close()
  return undefined
}

/** Changes the password; returns the code of the failure, if any. */
export async function tryChangePassword(
  deps: SessionDeps,
  account: Account,
  form: EndpointInput<'auth.change-password'>,
): Promise<string | undefined> {
  const outcome = await changePassword(deps, account, form)
  return outcome.kind === 'changed' ? undefined : failureCode(outcome)
}
