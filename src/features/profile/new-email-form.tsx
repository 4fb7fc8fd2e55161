import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { checkNewEmail } from '#domain/profile/check-profile.ts'
import { checked } from '#domain/result.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

const EMPTY = { newEmail: '', confirmEmail: '', currentPassword: '' }

/** Requests another address (spec §5: at most 50 characters, typed twice); it counts once its link was opened. */
export function NewEmailForm({ onAsked }: { readonly onAsked: (email: string) => void }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const form = useServerForm({
    initial: EMPTY,
    check: (typed) =>
      checked(typed, [
        ...checkNewEmail(typed),
        ...(typed.currentPassword === ''
          ? [{ path: 'currentPassword', code: 'PASSWORD_CURRENT_REQUIRED' }]
          : []),
      ]),
    send: (typed) => call('profile.change-email', typed),
    onDone: (_, { newEmail }) => {
      form.change(EMPTY)
      onAsked(newEmail.trim())
      toast({ tone: 'good', text: t`We sent you a link. Open it to confirm the new email` })
    },
  })
  const address = { inputMode: 'email', autoCapitalize: 'none' } as const
  return (
    <ServerFormFrame card of={form} action={t`Send the link`}>
      <h2 className="section-title">{t`New email`}</h2>
      <TextInput label={t`New email`} {...form.textField('newEmail')} {...address} />
      <TextInput label={t`Repeat the new email`} {...form.textField('confirmEmail')} {...address} />
      <TextInput
        label={t`Current password`}
        type="password"
        {...form.textField('currentPassword')}
        autoComplete="current-password"
      />
    </ServerFormFrame>
  )
}
