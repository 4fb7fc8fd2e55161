import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldRefusal } from '#domain/refusal.ts'
import { checkLogin } from '#domain/users/login-form.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EntryTop } from '#ui/entry-top.tsx'
import { useOnline } from '#ui/use-online.ts'
import { hydrateEarlyForm } from './hydrate-early-form.ts'

/** The result of a login: nothing when it succeeded, else the code to show. */
export type TryLogin = (form: {
  username: string
  password: string
  /** Of an authenticator app, where the account asks for one. */
  code?: string
}) => Promise<string | undefined>

type Props = {
  /** The user name of the account that was chosen from those on this phone. */
  readonly username: string
  /** The PIN was tried too often; therefore the login is shown. */
  readonly pinEnded: boolean
  /** An account on this phone can be unlocked with a PIN. */
  readonly pinPossible: boolean
  readonly onLogin: TryLogin
  /** Loads what the login needs, while the person types. */
  readonly onReady: () => void
  readonly onDone: () => Promise<void>
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}

/** The login form. It takes over text from the early form, and never clears typed values. */
export function LoginScreen({ username: chosen, pinEnded, pinPossible, onLogin, onReady, onDone }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const online = useOnline()
  const [username, setUsername] = useState(chosen)
  const [password, setPassword] = useState('')
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [code, setCode] = useState<string>()
  /** The code of the app; `undefined` until the account asks for one. */
  const [appCode, setAppCode] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errorAt = useFieldErrors(refusals)
  useLayoutEffect(() => {
    const early = hydrateEarlyForm(form.current)
    if (!early) return
    // The chosen user name stays unless another one was typed.
    if (early.username !== '') setUsername(early.username)
    setPassword(early.password)
  }, [])
  useEffect(() => onReady(), [onReady])
  useEffect(() => {
    if (chosen !== '') form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus()
  }, [chosen])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const missing = checkLogin({ username, password })
    setRefusals(missing)
    setCode(undefined)
    const [first] = missing
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first.path}"]`)?.focus()
      return
    }
    if (!navigator.onLine) {
      setCode('NETWORK_UNREACHABLE')
      return
    }
    setBusy(true)
    const second = appCode === undefined ? {} : { code: appCode }
    const typed = { username: username.trim(), password, ...second }
    const failed = await onLogin(typed).catch(() => 'UNEXPECTED')
    if (failed === undefined) {
      await onDone()
      return
    }
    setBusy(false)
    if (failed === 'SECOND_FACTOR_REQUIRED') setAppCode((before) => before ?? '')
    else setCode(failed)
  }
  const step = code === undefined ? undefined : nextStep(code)
  const usernameError = errorAt('username')
  const passwordError = errorAt('password')
  return (
    <main className="entry">
      <EntryTop />
      <form className="entry-card" onSubmit={submit} noValidate ref={form}>
        <h1>{t`Log in`}</h1>
        {pinEnded ? (
          <div className="alert alert-calm" role="status">
            {t`Too many wrong PINs. Log in with your password; nothing is lost.`}
          </div>
        ) : null}
        {code ? (
          <div className="alert" role="alert">
            <strong>{translate(errorMessage(code))}</strong>
            {step ? translate(step) : null}
          </div>
        ) : online ? null : (
          <div className="alert alert-calm" role="status">
            {t`You are offline. You need a connection to log in; what you typed stays here.`}
          </div>
        )}
        <div className="field">
          <label htmlFor="username">{t`Username`}</label>
          <input
            id="username"
            name="username"
            type="text"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            aria-invalid={usernameError !== undefined}
            aria-describedby={usernameError ? 'username-error' : undefined}
          />
          {usernameError ? (
            <span className="field-error" id="username-error">
              {usernameError}
            </span>
          ) : null}
        </div>
        <div className="field">
          <label htmlFor="password">{t`Password`}</label>
          <input
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            aria-invalid={passwordError !== undefined}
            aria-describedby={passwordError ? 'password-error' : undefined}
          />
          {passwordError ? (
            <span className="field-error" id="password-error">
              {passwordError}
            </span>
          ) : null}
        </div>
        {appCode === undefined ? null : (
          <div className="field">
            <label htmlFor="code">{translate(errorMessage('SECOND_FACTOR_REQUIRED'))}</label>
            <input
              id="code"
              name="code"
              type="text"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              // The account asks for nothing else any more.
              ref={focusOnce}
              value={appCode}
              onChange={(event) => setAppCode(event.currentTarget.value)}
            />
          </div>
        )}
        <button className="button" type="submit" disabled={busy}>
          {busy ? t`Please wait…` : t`Log in`}
        </button>
        <Link className="button button-quiet" to="/recover-password">
          {t`Forgot password?`}
        </Link>
        {pinPossible ? (
          <Link className="button button-quiet" to="/login">
            {t`Use a PIN`}
          </Link>
        ) : null}
      </form>
    </main>
  )
}
