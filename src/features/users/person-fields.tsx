import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { UserFields } from '#domain/users/check-user.ts'

type Props = {
  readonly form: UserFields
  readonly onChange: (changed: Partial<UserFields>) => void
  readonly errorAt: (path: string) => string | undefined
}

/** Names, e-mail address and mobile number of a person (spec §5, New user). */
export function PersonFields({ form, onChange, errorAt }: Props) {
  const { t } = useLingui()
  const field = (path: keyof UserFields) => ({
    value: form[path],
    error: errorAt(path),
    autoComplete: 'off',
    withAsterisk: true,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [path]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput label={t`First name`} autoCapitalize="words" {...field('firstName')} />
      <TextInput label={t`Last name`} autoCapitalize="words" {...field('lastName')} />
      <TextInput label={t`Email`} inputMode="email" autoCapitalize="none" {...field('email')} />
      <TextInput
        label={t`Mobile number`}
        description={t`9 digits, without the leading 0`}
        inputMode="tel"
        {...field('mobile')}
      />
    </>
  )
}
