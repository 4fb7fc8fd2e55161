import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { formRefusals } from '#app-context/server-answer.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { managedTypes } from '#domain/permissions/manage-users.ts'
import { checkNewUser, type NewUserFields, normalizeUser } from '#domain/users/check-user.ts'
import { useAction } from '#ui/use-action.ts'
import { PersonFields } from './person-fields.tsx'
import { TenantFields } from './tenant-fields.tsx'
import { useFormRefusals } from './use-form-refusals.ts'

type Props = { readonly onCreated: (created: EndpointAnswer<'users.create'>) => void }

/** The form of a new account (spec §5, New user and Operator creation). What is typed stays when the server is away. */
export function NewUserForm({ onCreated }: Props) {
  const { t } = useLingui()
  const { call, session, company } = useAppContext()
  const roleName = useRoleName()
  const types = managedTypes(session.user.user_type)
  const [form, setForm] = useState<NewUserFields>({
    ...{ firstName: '', lastName: '', username: '', email: '', mobile: '' },
    userType: types.length === 1 ? (types[0] ?? '') : '',
    organizationId: company?.organizationId ?? session.user.organization_id,
    companyId: company?.id ?? null,
  })
  const { formRef, errorAt, refuse, forget } = useFormRefusals()
  const [saving, run] = useAction()
  const change = (changed: Partial<NewUserFields>) => {
    setForm((before) => ({ ...before, ...changed }))
    forget(Object.keys(changed))
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const fields = normalizeUser({ ...form, username: form.username.trim() })
    const refusals = checkNewUser(fields)
    if (refusals.length > 0) return refuse(refusals)
    const outcome = await run(() => call('users.create', fields))
    if (outcome === undefined) return undefined
    return outcome.kind === 'answered' ? onCreated(outcome.value) : refuse(formRefusals(outcome))
  }
  const whole = errorAt('')
  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate className="stack">
      {types.length > 1 ? (
        <NativeSelect
          label={t`User type`}
          value={form.userType}
          onChange={({ currentTarget: { value } }) =>
            change({ userType: types.find((known) => known === value) ?? '' })
          }
          error={errorAt('userType')}
          withAsterisk
          data={[
            { value: '', label: t`Choose…` },
            ...types.map((type) => ({ value: type, label: roleName(type) })),
          ]}
        />
      ) : null}
      {company === null ? <TenantFields form={form} onChange={change} errorAt={errorAt} /> : null}
      <PersonFields form={form} onChange={change} errorAt={errorAt} />
      <TextInput
        label={t`Username`}
        value={form.username}
        onChange={(event) => change({ username: event.currentTarget.value })}
        error={errorAt('username')}
        autoCapitalize="none"
        autoComplete="off"
        withAsterisk
      />
      {whole === undefined ? null : (
        <p className="field-error" role="alert">
          {t`The operator was not created`}. {whole}
        </p>
      )}
      <Button type="submit" loading={saving} fullWidth>
        {t`Save`}
      </Button>
    </form>
  )
}
