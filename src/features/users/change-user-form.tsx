import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { formRefusals } from '#app-context/server-answer.ts'
import type { User } from '#contract/users.ts'
import { checkUser, normalizeUser, type UserFields } from '#domain/users/check-user.ts'
import { useAction } from '#ui/use-action.ts'
import { PersonFields } from './person-fields.tsx'
import { useFormRefusals } from './use-form-refusals.ts'

type Props = { readonly user: User; readonly onSaved: (user: User) => void }

/** Changes names, e-mail address and mobile number of an account. */
export function ChangeUserForm({ user, onSaved }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const { id, firstName, lastName, email, mobile } = user
  const [form, setForm] = useState<UserFields>({ firstName, lastName, email, mobile })
  const { formRef, errorAt, refuse, forget } = useFormRefusals()
  const [saving, run] = useAction()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const fields = normalizeUser(form)
    const refusals = checkUser(fields)
    if (refusals.length > 0) return refuse(refusals)
    const outcome = await run(() => call('users.change', { id, ...fields }))
    if (outcome === undefined) return undefined
    return outcome.kind === 'answered' ? onSaved(outcome.value) : refuse(formRefusals(outcome))
  }
  const whole = errorAt('')
  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate className="stack">
      <PersonFields
        form={form}
        onChange={(changed) => {
          setForm((before) => ({ ...before, ...changed }))
          forget(Object.keys(changed))
        }}
        errorAt={errorAt}
      />
      {whole === undefined ? null : (
        <p className="field-error" role="alert">
          {whole}
        </p>
      )}
      <Button type="submit" loading={saving} fullWidth>
        {t`Save`}
      </Button>
    </form>
  )
}
