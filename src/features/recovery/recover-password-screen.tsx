import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Caller } from '#api/call.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { checkRecoveryEmail } from '#domain/recovery/recover-password.ts'
import { checked } from '#domain/result.ts'
import { EntryAlert } from '#ui/entry-alert.tsx'
import { EntryField } from '#ui/entry-field.tsx'
import { EntryTop } from '#ui/entry-top.tsx'

type Props = {
  readonly call: Caller
  /** The token with which the code is entered. */
  readonly onStarted: (verification: string) => void | Promise<void>
}

/** Asks for the address of the account; the answer is the same for every address (spec §4, password reset). */
export function RecoverPasswordScreen({ call, onStarted }: Props) {
  const { t } = useLingui()
  const { form, change, errorAt, code, retryAt, busy, submit, formRef } = useServerForm({
    initial: { email: '' },
    check: (typed) => checked(typed, checkRecoveryEmail(typed.email)),
    send: ({ email }) => call('recovery.start', { email }),
    onDone: ({ verification }) => onStarted(verification),
  })
  return (
    <main className="entry">
      <EntryTop />
      <form className="entry-card" onSubmit={submit} noValidate ref={formRef}>
        <h1>{t`Forgot password?`}</h1>
        <p className="entry-note">
          {t`Enter the email of your account. We will send you a code to set a new password.`}
        </p>
        <EntryAlert code={code} retryAt={retryAt} />
        <EntryField
          name="email"
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={form.email}
          onChange={(email) => change({ email })}
          error={errorAt('email')}
        />
        <button className="button" type="submit" disabled={busy}>
          {busy ? t`Please wait…` : t`Send the code`}
        </button>
        <Link className="button button-quiet" to="/login" search={{ by: 'password' }}>
          {t`Back to login`}
        </Link>
      </form>
    </main>
  )
}
