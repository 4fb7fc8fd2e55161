import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { User } from '#contract/users.ts'
import { checked } from '#domain/result.ts'
import { checkUser, normalizeUser } from '#domain/users/check-user.ts'
import { PersonFields } from './person-fields.tsx'

type Props = { readonly user: User; readonly onSaved: (user: User) => void }

/** Changes names, e-mail address and mobile number of an account. */
export function ChangeUserForm({ user, onSaved }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const { id, firstName, lastName, email, mobile } = user
  const base = { firstName, lastName, email, mobile }
  const form = useServerForm({
    initial: base,
    check: (typed) => {
      const fields = normalizeUser(typed)
      return checked(fields, checkUser(fields, user))
    },
    send: (fields) => call('users.change', { id, ...fields, base }),
    onDone: onSaved,
  })
  return (
    <ServerFormFrame of={form} action={t`Save`}>
      <PersonFields form={form} />
    </ServerFormFrame>
  )
}
