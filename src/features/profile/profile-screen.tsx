import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { mayHaveSecondFactor } from '#domain/users/second-factor.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { NewEmailForm } from './new-email-form.tsx'
import { PhoneForm } from './phone-form.tsx'

/** Rendered below the rest: the page does not wait for it. */
const SecondFactorSection = lazyComponent(
  async () => (await import('./second-factor-section.tsx')).SecondFactorSection,
)

export type Profile = EndpointAnswer<'profile.read'>

type Props = {
  /** The token of the link that was mailed to a new address, when the screen was opened by it. */
  readonly confirm: string | undefined
  readonly onConfirmed: () => void
}

/** The own account: contact details, the password, the phones that are logged in (spec §5, Profile). */
export function ProfileScreen({ confirm, onConfirmed }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call, session } = useAppContext()
  const { user } = session
  const roleName = useRoleName()
  const [profile, setProfile] = useState<Profile>()
  const [failed, setFailed] = useState<string>()
  const [confirmed, setConfirmed] = useState(false)
  // The link is used once: whatever the server answered, it is not sent again.
  const link = useRef(confirm)
  const leaveLink = useRef(onConfirmed)
  const load = useCallback(async () => {
    const token = link.current
    const outcome =
      token === undefined ? await call('profile.read', {}) : await call('profile.confirm-email', { token })
    if (outcome.kind === 'answered' || outcome.kind === 'refused') link.current = undefined
    setFailed(outcome.kind === 'answered' ? undefined : failureCode(outcome))
    if (outcome.kind !== 'answered') return
    setProfile(outcome.value)
    if (token === undefined) return
    setConfirmed(true)
    leaveLink.current()
  }, [call])
  useEffect(() => void load(), [load])
  return (
    <div className="page stack">
      <h1>{t`Profile`}</h1>
      {confirmed ? <p className="notice" role="status">{t`Your new email is confirmed`}</p> : null}
      {failed === undefined ? null : (
        <div className="notice" data-tone="bad" role="alert">
          <div className="stack">
            <span>
              {translate(errorMessage(failed))} <HelpLink code={failed} />
            </span>
            <Button variant="default" onClick={() => void load()}>
              {t`Try again`}
            </Button>
          </div>
        </div>
      )}
      <section className="card stack" aria-busy={profile === undefined && failed === undefined}>
        <h2 className="section-title">{`${user.firstName} ${user.lastName}`}</h2>
        <p className="dim">
          {user.username} · {roleName(user.user_type)}
        </p>
        <p>
          {t`Email`}: {profile?.email ?? ''}
        </p>
        {profile?.pendingEmail ? (
          <p className="notice" role="status">
            {t`Open the link that we sent to ${profile.pendingEmail} to confirm it.`}
          </p>
        ) : null}
      </section>
      {profile ? (
        <>
          <NewEmailForm onAsked={(pendingEmail) => setProfile({ ...profile, pendingEmail })} />
          <PhoneForm key={profile.phone} phone={profile.phone} onSaved={setProfile} />
        </>
      ) : failed === undefined ? (
        // The forms take this place, so that nothing below them moves.
        <div style={{ minHeight: '100vh' }} />
      ) : null}
      <section className="card stack">
        <h2 className="section-title">{t`Password and phones`}</h2>
        <p className="dim">{t`Keep the account credentials with one person`}</p>
        <Link className="link-button" to="/change-password">{t`Change password`}</Link>
        <Link className="link-button" to="/settings">{t`Phones where you are logged in`}</Link>
        <Link className="link-button" to="/auth-ussd">{t`Numbers for USSD`}</Link>
      </section>
      {mayHaveSecondFactor(user.user_type) ? (
        <Suspense>
          <SecondFactorSection />
        </Suspense>
      ) : null}
    </div>
  )
}
