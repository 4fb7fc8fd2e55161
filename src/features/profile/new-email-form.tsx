import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { checkNewEmail } from '#domain/profile/check-profile.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

const EMPTY = { newEmail: '', confirmEmail: '', currentPassword: '' }

/** Asks for another address (spec §5: at most 50 characters, typed twice); it counts once its link was opened. */
export function NewEmailForm({ onAsked }: { readonly onAsked: (email: string) => void }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const { form, change, errorAt, code, busy, submit, formRef } = useServerForm({
    initial: EMPTY,
    check: (typed) => [
      ...checkNewEmail(typed),
      ...(typed.currentPassword === ''
        ? [{ path: 'currentPassword', code: 'PASSWORD_CURRENT_REQUIRED' }]
        : []),
    ],
    send: (typed) => call('profile.change-email', typed),
    onDone: (_, { newEmail }) => {
      change(EMPTY)
      onAsked(newEmail.trim())
      toast({ tone: 'good', text: t`We sent you a link. Open it to confirm the new email` })
    },
  })
  return (
    <form className="card stack" onSubmit={submit} noValidate ref={formRef}>
      <h2 className="section-title">{t`New email`}</h2>
      <TextInput
        label={t`New email`}
        value={form.newEmail}
        onChange={(event) => change({ newEmail: event.currentTarget.value })}
        error={errorAt('newEmail')}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
      />
      <TextInput
        label={t`Repeat the new email`}
        value={form.confirmEmail}
        onChange={(event) => change({ confirmEmail: event.currentTarget.value })}
        error={errorAt('confirmEmail')}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
      />
      <TextInput
        label={t`Current password`}
        type="password"
        value={form.currentPassword}
        onChange={(event) => change({ currentPassword: event.currentTarget.value })}
        error={errorAt('currentPassword')}
        autoComplete="current-password"
      />
      {code === undefined ? null : (
        <p className="field-error" role="alert">
          {translate(errorMessage(code))}
        </p>
      )}
      <Button type="submit" loading={busy}>
        {t`Send the link`}
      </Button>
    </form>
  )
}
