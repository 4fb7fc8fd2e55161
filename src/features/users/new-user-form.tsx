import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { managedTypes } from '#domain/permissions/manage-users.ts'
import { checked } from '#domain/result.ts'
import { checkNewUser, type NewUserFields, normalizeUser } from '#domain/users/check-user.ts'
import { usePorts } from '#ui/ports.ts'
import { PersonFields } from './person-fields.tsx'
import { TenantFields } from './tenant-fields.tsx'

type Props = { readonly onCreated: (created: EndpointAnswer<'users.create'>) => void }

/**
 * The form of a new account (spec §5, New user and Operator creation). Typed values stay when the server cannot be
 * reached.
 */
export function NewUserForm({ onCreated }: Props) {
  const { t } = useLingui()
  const { call, session, company } = useAppContext()
  const roleName = useRoleName()
  const { newId } = usePorts()
  const [id] = useState(newId)
  const types = managedTypes(session.user.user_type)
  const initial: NewUserFields = {
    ...{ firstName: '', lastName: '', username: '', email: '', mobile: '' },
    userType: types.length === 1 ? (types[0] ?? '') : '',
    organizationId: company?.organizationId ?? session.user.organization_id,
    companyId: company?.id ?? null,
  }
  const form = useServerForm({
    initial,
    check: (typed) => {
      const fields = normalizeUser({ ...typed, username: typed.username.trim() })
      return checked(fields, checkNewUser(fields))
    },
    send: (fields) => call('users.create', { id, ...fields }),
    onDone: onCreated,
  })
  return (
    <ServerFormFrame of={form} action={t`Save`} failure={t`The operator was not created`}>
      {types.length > 1 ? (
        <NativeSelect
          label={t`User type`}
          value={form.form.userType}
          onChange={({ currentTarget: { value } }) =>
            form.change({ userType: types.find((known) => known === value) ?? '' })
          }
          error={form.errorAt('userType')}
          withAsterisk
          data={[
            { value: '', label: t`Choose…` },
            ...types.map((type) => ({ value: type, label: roleName(type) })),
          ]}
        />
      ) : null}
      {company === null ? (
        <TenantFields form={form.form} onChange={form.change} errorAt={form.errorAt} />
      ) : null}
      <PersonFields form={form} />
      <TextInput label={t`Username`} autoCapitalize="none" withAsterisk {...form.textField('username')} />
    </ServerFormFrame>
  )
}
