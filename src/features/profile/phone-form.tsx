import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { checkProfilePhone, normalizeProfilePhone } from '#domain/profile/check-profile.ts'
import { checked } from '#domain/result.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

type Props = {
  readonly phone: string
  readonly onSaved: (profile: EndpointAnswer<'profile.change-phone'>) => void
}

/** Changes the own phone number (spec §5: exactly 9 digits). */
export function PhoneForm({ phone, onSaved }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const form = useServerForm({
    initial: { phone },
    check: (typed) => {
      const phone = normalizeProfilePhone(typed.phone)
      return checked({ phone }, checkProfilePhone(phone))
    },
    send: (typed) => call('profile.change-phone', typed),
    onDone: (profile) => {
      onSaved(profile)
      toast({ tone: 'good', text: t`Phone number saved` })
    },
  })
  return (
    <ServerFormFrame card of={form} action={t`Save`}>
      <h2 className="section-title">{t`Phone number`}</h2>
      <TextInput
        label={t`Phone number`}
        description={t`9 digits, for example 700000101`}
        {...form.textField('phone')}
        inputMode="tel"
        autoComplete="tel-national"
      />
    </ServerFormFrame>
  )
}
