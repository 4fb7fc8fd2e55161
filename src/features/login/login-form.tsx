import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { FieldRefusal } from '#domain/refusal.ts'
import { checkLogin } from '#domain/users/login-form.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { EarlyLogin, SentLogin } from '#session/early-login.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { EntryAlert } from '#ui/entry-alert.tsx'
import { EntryField } from '#ui/entry-field.tsx'
import { EntryTop } from '#ui/entry-top.tsx'
import { useOnline } from '#ui/use-online.ts'
import { BOTH_LANGUAGES } from './both-languages.ts'

/** Why a login failed: the code to show, and from when it may be tried again where the server said so (milliseconds). */
export type LoginFailure = { readonly code: string; readonly retryAt?: number | undefined }

/** The result of a login: nothing when it succeeded. */
export type TryLogin = (
  form: {
    username: string
    password: string
    /** Of an authenticator app, where the account asks for one. */
    code?: string
  },
  /** The same login, if it was sent before the app arrived. */
  sent?: SentLogin,
) => Promise<LoginFailure | undefined>

export type LoginProps = {
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

type Typed = { readonly username: string; readonly password: string }

/** What the fields hold, also where the browser filled them in. */
function readFields(form: HTMLFormElement | null): Typed {
  const typedInto = (name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''
  return { username: typedInto('username'), password: typedInto('password') }
}

type Props = LoginProps & {
  /** Where this form was in the page before the app arrived. */
  readonly early?: EarlyLogin | undefined
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}

const neverChanges = () => () => undefined

/** Whether the app is here: not in the page's own HTML, nor while React takes that over. */
function useIsLive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

/** The top of the page before the app knows the language. */
function EarlyTop() {
  return (
    <div className="entry-top">
      <a className="brand" href="/">
        <BrandMark />
        <span>Risiti</span>
      </a>
    </div>
  )
}

/**
 * The login form; what was typed is never cleared. It is also in the HTML of `/login`, in both languages and without
 * what the app has to know first; `src/app/early-login.ts` makes it work there until it is taken over.
 */
export function LoginForm({
  username: chosen,
  pinEnded,
  pinPossible,
  onLogin,
  onReady,
  onDone,
  early,
}: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const live = useIsLive()
  const online = useOnline()
  const [username, setUsername] = useState(chosen)
  const [password, setPassword] = useState('')
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [failure, setFailure] = useState<LoginFailure>()
  /** The code of the app; `undefined` until the account asks for one. */
  const [appCode, setAppCode] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errorAt = (path: string) =>
    refusals
      .filter((refusal) => refusal.path === path)
      .map((refusal) => translate(errorMessage(refusal.code)))[0]
  useEffect(() => onReady(), [onReady])
  useEffect(() => {
    if (chosen !== '') form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus()
  }, [chosen])

  const send = async (typed: Typed, sending?: EarlyLogin['sending']) => {
    setBusy(true)
    const second = appCode === undefined ? {} : { code: appCode }
    const failed = await onLogin(
      { username: typed.username.trim(), password: typed.password, ...second },
      await sending,
    ).catch((): LoginFailure => ({ code: 'UNEXPECTED' }))
    if (failed === undefined) {
      await onDone()
      return
    }
    setBusy(false)
    if (failed.code === 'SECOND_FACTOR_REQUIRED') setAppCode((before) => before ?? '')
    else setFailure(failed)
  }
  const continueEarlyLogin = useEffectEvent(() => {
    const typed = readFields(form.current)
    // The chosen user name stays unless another one was typed.
    if (typed.username !== '') setUsername(typed.username)
    setPassword(typed.password)
    if (early?.sending) void send(typed, early.sending)
    else if (early?.checked) setRefusals(checkLogin(typed))
    setFailure(early?.code === undefined ? undefined : { code: early.code })
  })
  useLayoutEffect(() => continueEarlyLogin(), [])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const missing = checkLogin({ username, password, code: appCode })
    setRefusals(missing)
    setFailure(undefined)
    const [first] = missing
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first.path}"]`)?.focus()
    else if (navigator.onLine) void send({ username, password })
    else setFailure({ code: 'NETWORK_UNREACHABLE' })
  }
  return (
    <main className="entry">
      {live ? <EntryTop /> : <EarlyTop />}
      {/* Never by GET: a browser that sent it itself would write the password into the address. */}
      <form className="entry-card" method="post" onSubmit={submit} noValidate ref={form}>
        <h1>{live ? t`Log in` : BOTH_LANGUAGES.logIn}</h1>
        <EntryAlert code={failure?.code} retryAt={failure?.retryAt} />
        <EntryField
          name="username"
          label={live ? t`Username` : BOTH_LANGUAGES.username}
          autoComplete="username"
          value={username}
          onChange={(typed) => {
            setUsername(typed)
            // Another person's account may have none.
            setAppCode(undefined)
          }}
          error={errorAt('username')}
        />
        <EntryField
          name="password"
          label={live ? t`Password` : BOTH_LANGUAGES.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errorAt('password')}
        />
        {appCode === undefined ? null : (
          <EntryField
            name="code"
            label={translate(errorMessage('SECOND_FACTOR_REQUIRED'))}
            autoComplete="one-time-code"
            // The account asks for nothing else any more.
            ref={focusOnce}
            value={appCode}
            onChange={setAppCode}
            error={errorAt('code')}
          />
        )}
        <button className="button" type="submit" disabled={busy || !live}>
          {live ? (busy ? t`Please wait…` : t`Log in`) : BOTH_LANGUAGES.logIn}
        </button>
        {/* Below the fields, which lie still when the app arrives. */}
        {pinEnded && live ? (
          <div className="alert alert-calm" role="status">
            {t`Too many wrong PINs. Log in with your password; nothing is lost.`}
          </div>
        ) : null}
        {online || failure || !live ? null : (
          <div className="alert alert-calm" role="status">
            {t`You are offline. You need a connection to log in; what you typed stays here.`}
          </div>
        )}
        {live ? (
          <Link className="button button-quiet" to="/recover-password">
            {t`Forgot password?`}
          </Link>
        ) : (
          <a className="button button-quiet" href="/recover-password">
            {BOTH_LANGUAGES.forgotten}
          </a>
        )}
        {pinPossible && live ? (
          <Link className="button button-quiet" to="/login">
            {t`Use a PIN`}
          </Link>
        ) : null}
      </form>
    </main>
  )
}
