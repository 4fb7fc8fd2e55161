import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { checked } from '#domain/result.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

/** Switches the second factor off, with the password and a code. */
export function SecondFactorEnd({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const form = useServerForm({
    initial: { currentPassword: '', code: '' },
    check: (typed) =>
      checked(typed, [
        ...(typed.currentPassword === ''
          ? [{ path: 'currentPassword', code: 'PASSWORD_CURRENT_REQUIRED' }]
          : []),
        ...(typed.code.trim() === '' ? [{ path: 'code', code: 'SECOND_FACTOR_REQUIRED' }] : []),
      ]),
    send: (typed) => call('second-factor.end', typed),
    onDone: () => {
      toast({ tone: 'good', text: t`The second factor is off` })
      onDone()
    },
  })
  return (
    <ServerFormFrame of={form} action={t`Switch off`}>
      <TextInput
        label={t`Current password`}
        type="password"
        {...form.textField('currentPassword')}
        autoComplete="current-password"
      />
      <TextInput
        label={t`Code of the authenticator app`}
        description={t`Or one of your recovery codes`}
        {...form.textField('code')}
        autoComplete="one-time-code"
      />
    </ServerFormFrame>
  )
}
