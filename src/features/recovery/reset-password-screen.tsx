import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Caller } from '#api/call.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { checkPasswordReset } from '#domain/recovery/recover-password.ts'
import { checked } from '#domain/result.ts'
import { EntryAlert } from '#ui/entry-alert.tsx'
import { EntryField } from '#ui/entry-field.tsx'
import { EntryTop } from '#ui/entry-top.tsx'

type Props = {
  /** The token that replaces the user name; blank when the address was opened without the link. */
  readonly verification: string
  readonly call: Caller
}

/** The new password, after the code was right (spec §5, profile). */
export function ResetPasswordScreen({ verification, call }: Props) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  const { form, change, errorAt, code, retryAt, busy, submit, formRef } = useServerForm({
    initial: { verification, newPassword: '', confirmPassword: '' },
    check: (typed) => checked(typed, checkPasswordReset(typed)),
    send: (typed) => call('recovery.reset', typed),
    onDone: () => setDone(true),
  })
  if (done) {
    return (
      <main className="entry">
        <EntryTop />
        <div className="entry-card">
          <h1>{t`Password changed`}</h1>
          <p role="status">{t`Log in with your new password. Other phones were logged out.`}</p>
          <Link className="button" to="/login" search={{ by: 'password' }}>
            {t`Log in`}
          </Link>
        </div>
      </main>
    )
  }
  const whole = code ?? (errorAt('verification') === undefined ? undefined : 'RESET_USERNAME_REQUIRED')
  return (
    <main className="entry">
      <EntryTop />
      <form className="entry-card" onSubmit={submit} noValidate ref={formRef}>
        <h1>{t`Set a new password`}</h1>
        <EntryAlert code={whole} retryAt={retryAt} />
        {whole === 'RESET_FAILED' || whole === 'RESET_USERNAME_REQUIRED' ? (
          <p className="entry-note">
            {t`The link is no longer valid. Ask for a new code.`}{' '}
            <Link to="/recover-password">{t`Ask for a new code`}</Link>
          </p>
        ) : null}
        <EntryField
          name="newPassword"
          label={t`New password`}
          hint={t`6 to 20 characters with a capital letter, a lowercase letter, a digit and a special character.`}
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={form.newPassword}
          onChange={(newPassword) => change({ newPassword })}
          error={errorAt('newPassword')}
        />
        <EntryField
          name="confirmPassword"
          label={t`Repeat the new password`}
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={form.confirmPassword}
          onChange={(confirmPassword) => change({ confirmPassword })}
          error={errorAt('confirmPassword')}
        />
        <button className="button" type="submit" disabled={busy}>
          {busy ? t`Please wait…` : t`Save the password`}
        </button>
      </form>
    </main>
  )
}
