import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type SyntheticEvent, useRef, useState } from 'react'
import { isOutcomeUnknown } from '#app-context/failure-code.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import { checkPasswordChange, type PasswordChange } from '#domain/users/password-rule.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EntryAlert } from '#ui/entry-alert.tsx'
import { EntryField } from '#ui/entry-field.tsx'
import { EntryTop } from '#ui/entry-top.tsx'
import { ChangeFailure } from './change-failure.tsx'

/** Returns the code of the failure, nothing when the password is changed. */
export type TryChange = (form: PasswordChange) => Promise<string | undefined>

type Props = {
  /** True at the first login: nothing else may be opened before. */
  readonly forced: boolean
  readonly rule: CompanySettings['passwordCurrentRule']
  readonly onChange: TryChange
  readonly onDone: () => Promise<void>
  readonly onBack: () => void
  /** The way out where nothing else may be opened: another person takes the phone. */
  readonly onLogOut: () => Promise<void>
}

/** A new password for the signed-in person (spec §4, §5). Needs the server; keeps typed values. */
export function ChangePasswordScreen({ forced, rule, onChange, onDone, onBack, onLogOut }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const [form, setForm] = useState<PasswordChange>({
    currentPassword: '',
    newPassword: '',
    confirmPassword: '',
  })
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [failure, setFailure] = useState<ComponentProps<typeof ChangeFailure>>()
  const [busy, setBusy] = useState(false)
  /** Why the person could not be logged out. */
  const [stayed, setStayed] = useState<string>()
  /** An answer was lost: a change that was made has also ended this session, so the next refusal proves nothing. */
  const lost = useRef(false)
  const element = useRef<HTMLFormElement>(null)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setFailure(undefined)
    setStayed(undefined)
    const found = checkPasswordChange(form, rule)
    setRefusals(found)
    const [first] = found
    if (first) {
      element.current?.querySelector<HTMLInputElement>(`[name="${first.path}"]`)?.focus()
      return
    }
    if (!navigator.onLine) {
      setFailure({ code: 'NETWORK_UNREACHABLE', unknown: lost.current })
      return
    }
    setBusy(true)
    const failed = await onChange(form).catch(() => 'UNEXPECTED')
    setBusy(false)
    if (failed === undefined) await onDone()
    else if (failed === 'PASSWORD_CURRENT_INVALID') setRefusals([{ path: 'currentPassword', code: failed }])
    else {
      lost.current ||= isOutcomeUnknown(failed)
      setFailure({ code: failed, unknown: lost.current })
    }
  }
  const logOut = async () => {
    setBusy(true)
    setFailure(undefined)
    setStayed(
      await onLogOut().then(
        () => undefined,
        () => 'UNEXPECTED',
      ),
    )
    setBusy(false)
  }
  const field = (name: keyof PasswordChange, label: string, autoComplete: string) => {
    const lacking = refusals.filter((refusal) => refusal.path === name)
    const error =
      lacking.length > 0
        ? lacking.map(({ code: lack }) => translate(errorMessage(lack))).join('. ')
        : undefined
    return (
      <EntryField
        name={name}
        label={label}
        type="password"
        autoComplete={autoComplete}
        value={form[name]}
        onChange={(text) => setForm({ ...form, [name]: text })}
        error={error}
      />
    )
  }
  return (
    <main className="entry">
      <EntryTop />
      <form className="entry-card" onSubmit={submit} noValidate ref={element}>
        <h1>{t`Change password`}</h1>
        {forced ? (
          <div className="alert alert-calm">{t`You must change your password before you continue`}</div>
        ) : null}
        <EntryAlert code={stayed} />
        {failure ? <ChangeFailure {...failure} /> : null}
        {field('currentPassword', t`Current password`, 'current-password')}
        {field('newPassword', t`New password`, 'new-password')}
        <p className="entry-note">
          {t`6 to 20 characters with a capital letter, a lowercase letter, a digit and a special character.`}
        </p>
        {field('confirmPassword', t`Repeat the new password`, 'new-password')}
        <button className="button" type="submit" disabled={busy}>
          {busy ? t`Please wait…` : t`Change password`}
        </button>
        {forced ? (
          <button className="button button-quiet" type="button" disabled={busy} onClick={() => void logOut()}>
            {t`Log out`}
          </button>
        ) : (
          <button className="button button-quiet" type="button" onClick={onBack}>
            {t`Back`}
          </button>
        )}
      </form>
    </main>
  )
}
