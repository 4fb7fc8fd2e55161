import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { ServerForm } from '#app-context/use-server-form.ts'
import type { UserFields } from '#domain/users/check-user.ts'

type Props = { readonly form: Pick<ServerForm<UserFields>, 'textField'> }

/** Names, e-mail address and mobile number of a person (spec §5, New user). */
export function PersonFields({ form: { textField } }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextInput label={t`First name`} autoCapitalize="words" withAsterisk {...textField('firstName')} />
      <TextInput label={t`Last name`} autoCapitalize="words" withAsterisk {...textField('lastName')} />
      <TextInput
        label={t`Email`}
        inputMode="email"
        autoCapitalize="none"
        withAsterisk
        {...textField('email')}
      />
      <TextInput
        label={t`Mobile number`}
        description={t`9 digits, without the leading 0`}
        inputMode="tel"
        withAsterisk
        {...textField('mobile')}
      />
    </>
  )
}
