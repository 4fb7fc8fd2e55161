import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { QrCode } from '#blocks/receipt/qr-code.tsx'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { checked } from '#domain/result.ts'
import styles from './second-factor.module.css'

type Secret = { readonly secret: string; readonly uri: string }

/** Password, then the code for the app, then the recovery codes: each step after the one before. */
export function SecondFactorStart({ onDone }: { readonly onDone: () => void }) {
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (secret) return <ConfirmForm secret={secret} onConfirmed={setCodes} />
  return <PasswordForm onSecret={setSecret} />
}

function PasswordForm({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const form = useServerForm({
    initial: { currentPassword: '' },
    check: (typed) =>
      checked(
        typed,
        typed.currentPassword === '' ? [{ path: 'currentPassword', code: 'PASSWORD_CURRENT_REQUIRED' }] : [],
      ),
    send: (typed) => call('second-factor.begin', typed),
    onDone: onSecret,
  })
  return (
    <ServerFormFrame of={form} action={t`Continue`}>
      <TextInput
        label={t`Current password`}
        type="password"
        {...form.textField('currentPassword')}
        autoComplete="current-password"
      />
    </ServerFormFrame>
  )
}

type ConfirmProps = {
  readonly secret: Secret
  readonly onConfirmed: (codes: readonly string[]) => void
}

function ConfirmForm({ secret: { secret, uri }, onConfirmed }: ConfirmProps) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const form = useServerForm({
    initial: { code: '' },
    check: (typed) =>
      checked(typed, typed.code.trim() === '' ? [{ path: 'code', code: 'SECOND_FACTOR_REQUIRED' }] : []),
    send: (typed) => call('second-factor.confirm', typed),
    onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  })
  return (
    <ServerFormFrame of={form} action={t`Switch on`}>
      <p>{t`Scan this with an authenticator app, or type the key into it. Then enter the code that the app shows.`}</p>
      <div className={styles['code']}>
        <QrCode text={uri} label={t`QR code for the authenticator app`} />
      </div>
      <p>
        {t`Key`}: <code className={styles['secret']}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <a className="link-button" href={uri}>{t`Open the app on this phone`}</a>
      <TextInput
        label={t`Code of the authenticator app`}
        {...form.textField('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </ServerFormFrame>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  return (
    <div className="stack">
      <p className="notice" role="status">
        {t`The second factor is on. Write these recovery codes down now: they are not shown again.`}
      </p>
      <p>{t`Without the phone, each of them opens your account once in place of the code.`}</p>
      <ul className={styles['codes']} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button onClick={onDone}>{t`I have written them down`}</Button>
    </div>
  )
}
