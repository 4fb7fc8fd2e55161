import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { checkProfilePhone, normalizeProfilePhone } from '#domain/profile/check-profile.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

type Props = {
  readonly phone: string
  readonly onSaved: (profile: EndpointAnswer<'profile.change-phone'>) => void
}

/** Changes the own phone number (spec §5: exactly 9 digits). */
export function PhoneForm({ phone, onSaved }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const { form, change, errorAt, code, busy, submit, formRef } = useServerForm({
    initial: { phone },
    check: (typed) => checkProfilePhone(normalizeProfilePhone(typed.phone)),
    send: (typed) => call('profile.change-phone', typed),
    onDone: (profile) => {
      onSaved(profile)
      toast({ tone: 'good', text: t`Phone number saved` })
    },
  })
  return (
    <form className="card stack" onSubmit={submit} noValidate ref={formRef}>
      <h2 className="section-title">{t`Phone number`}</h2>
      <TextInput
        label={t`Phone number`}
        description={t`9 digits, for example 700000101`}
        value={form.phone}
        onChange={(event) => change({ phone: event.currentTarget.value })}
        error={errorAt('phone')}
        inputMode="tel"
        autoComplete="tel-national"
      />
      {code === undefined ? null : (
        <p className="field-error" role="alert">
          {translate(errorMessage(code))}
        </p>
      )}
      <Button type="submit" loading={busy}>
        {t`Save`}
      </Button>
    </form>
  )
}
