import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Caller } from '#api/call.ts'
import { retryAtOf } from '#api/retry-at.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { checkOneTimeCode, normalizeOneTimeCode } from '#domain/recovery/recover-password.ts'
import { checked } from '#domain/result.ts'
import { EntryAlert } from '#ui/entry-alert.tsx'
import { EntryField } from '#ui/entry-field.tsx'
import { EntryTop } from '#ui/entry-top.tsx'
import { usePorts } from '#ui/ports.ts'
import { useAction } from '#ui/use-action.ts'

type Props = {
  readonly verification: string
  readonly call: Caller
  /** The token for the new password. */
  readonly onVerified: (verification: string) => void | Promise<void>
}

/** Asks for the code that was mailed (spec §5: 6 digits, 1 hour, 3 attempts). */
export function OneTimeCodeScreen({ verification, call, onVerified }: Props) {
  const { t } = useLingui()
  const { clock } = usePorts()
  const [sent, setSent] = useState<
    'again' | { readonly code: string; readonly retryAt: number | undefined }
  >()
  const [sending, run] = useAction()
  const { form, change, errorAt, code, retryAt, busy, submit, formRef } = useServerForm({
    initial: { code: '' },
    check: (typed) => {
      const digits = normalizeOneTimeCode(typed.code)
      return checked({ code: digits }, checkOneTimeCode(digits))
    },
    send: (typed) => {
      setSent(undefined)
      return call('recovery.verify', { verification, code: typed.code })
    },
    onDone: (answer) => onVerified(answer.verification),
  })
  const sendAgain = () =>
    run(async () => {
      const outcome = await call('recovery.send-again', { verification })
      if (outcome.kind === 'answered') {
        setSent('again')
        change({ code: '' })
      } else setSent({ code: failureCode(outcome), retryAt: retryAtOf(outcome, clock.now()) })
    })
  const whole = typeof sent === 'object' ? sent : { code, retryAt }
  // A code that has expired can neither be entered nor sent again: only a new request helps.
  const isExpired = whole.code === 'OTP_EXPIRED'
  return (
    <main className="entry">
      <EntryTop />
      <form className="entry-card" onSubmit={submit} noValidate ref={formRef}>
        <h1>{t`Enter the code`}</h1>
        <p className="entry-note">
          {t`If that email has an account, a 6-digit code is on its way. The code is valid for 1 hour. Look in the spam folder too.`}
        </p>
        {sent === 'again' ? (
          <div className="alert alert-calm" role="status">
            {t`A new code was sent. The old one is no longer valid.`}
          </div>
        ) : null}
        <EntryAlert {...whole} />
        {isExpired ? (
          <p className="entry-note">
            <Link to="/recover-password">{t`Ask for a new code`}</Link>
          </p>
        ) : null}
        <EntryField
          name="code"
          label={t`Enter the 6-digit code we sent to your email`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={form.code}
          onChange={(typed) => change({ code: typed })}
          error={errorAt('code')}
        />
        <button className="button" type="submit" disabled={busy}>
          {busy ? t`Please wait…` : t`Continue`}
        </button>
        {isExpired ? null : (
          <button
            className="button button-quiet"
            type="button"
            disabled={sending}
            onClick={() => void sendAgain()}
          >
            {t`Send the code again`}
          </button>
        )}
        <Link className="button button-quiet" to="/recover-password">
          {t`Use another email`}
        </Link>
      </form>
    </main>
  )
}
