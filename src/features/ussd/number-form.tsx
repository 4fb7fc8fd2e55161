import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { checked } from '#domain/result.ts'
import { checkUssdPhone } from '#domain/ussd/check-ussd-phone.ts'

type Props = {
  /** The code to dial from that number. */
  readonly onCode: (code: string) => void
}

/** Registers a number that may sell: the PIN is set here, because networks log what is dialled. */
export function NumberForm({ onCode }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const form = useServerForm({
    initial: { phone: '', pin: '' },
    check: (typed) => checked(typed, checkUssdPhone(typed)),
    send: (typed) => call('ussd.register', typed),
    onDone: ({ code }) => onCode(code),
  })
  return (
    <ServerFormFrame card of={form} action={t`Get the code`}>
      <h2 className="section-title">{t`Register a number`}</h2>
      <TextInput
        label={t`Number of the phone`}
        description={t`For example 0700 000 101`}
        {...form.textField('phone')}
        inputMode="tel"
      />
      <TextInput
        label={t`PIN for USSD`}
        description={t`4 to 6 digits. Do not use the PIN of your mobile money`}
        {...form.textField('pin')}
        type="password"
        inputMode="numeric"
        autoComplete="new-password"
      />
    </ServerFormFrame>
  )
}
