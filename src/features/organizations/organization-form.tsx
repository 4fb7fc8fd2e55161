import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { formRefusals } from '#app-context/server-answer.ts'
import type { OrganizationRow } from '#contract/administration.ts'
import { nineDigits, normalizePhone } from '#domain/identity/phone.ts'
import { checkOrganization, type OrganizationFields } from '#domain/organizations/check-organization.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { usePorts } from '#ui/ports.ts'
import { useAction } from '#ui/use-action.ts'

const EMPTY: OrganizationFields = { name: '', ownerName: '', ownerPhone: '', ownerEmail: '' }

type Props = {
  /** The organization that is changed; without one a new one is made. */
  readonly organization?: OrganizationRow
  readonly onSaved: (organization: OrganizationRow) => void
}

/** The fields of an organization (spec §3). What is typed stays when the server cannot be reached. */
export function OrganizationForm({ organization, onSaved }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const { newId } = usePorts()
  const [id] = useState(() => organization?.id ?? newId())
  const [base] = useState<OrganizationFields | null>(() => {
    if (organization === undefined) return null
    const { name, ownerName, ownerPhone, ownerEmail } = organization
    return { name, ownerName, ownerPhone, ownerEmail }
  })
  const [form, setForm] = useState<OrganizationFields>(() =>
    base === null
      ? EMPTY
      : { ...base, ownerPhone: nineDigits(normalizePhone(base.ownerPhone) ?? '') || base.ownerPhone },
  )
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [saving, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const formRef = useRef<HTMLFormElement>(null)
  const change = (changed: Partial<OrganizationFields>) => {
    setForm((before) => ({ ...before, ...changed }))
    const paths = Object.keys(changed)
    setRefusals((before) => before.filter(({ path }) => path !== '' && !paths.includes(path)))
  }
  const refuse = (found: readonly FieldRefusal<string>[]) => {
    setRefusals(found)
    focusFirstError(formRef.current)
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const checked = checkOrganization(form)
    if (!checked.ok) return refuse(checked.refusals)
    const outcome = await run(() => call('organizations.save', { id, base, fields: checked.value }))
    if (outcome === undefined) return undefined
    if (outcome.kind === 'answered') return onSaved(outcome.value)
    return refuse(formRefusals(outcome))
  }
  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate className="stack">
      <TextInput
        label={t`Organization name`}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorAt('name')}
        autoComplete="off"
        withAsterisk
      />
      <TextInput
        label={t`Owner's name`}
        value={form.ownerName}
        onChange={(event) => change({ ownerName: event.currentTarget.value })}
        error={errorAt('ownerName')}
        autoComplete="off"
        withAsterisk
      />
      <TextInput
        label={t`Owner's phone number`}
        description={t`9 digits, without the leading 0`}
        value={form.ownerPhone}
        onChange={(event) => change({ ownerPhone: event.currentTarget.value })}
        error={errorAt('ownerPhone')}
        inputMode="tel"
        autoComplete="off"
        withAsterisk
      />
      <TextInput
        label={t`Owner's email`}
        value={form.ownerEmail}
        onChange={(event) => change({ ownerEmail: event.currentTarget.value })}
        error={errorAt('ownerEmail')}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        withAsterisk
      />
      {errorAt('') ? (
        <p className="field-error" role="alert">
          {errorAt('')}
        </p>
      ) : null}
      <Button type="submit" loading={saving} fullWidth>
        {t`Save`}
      </Button>
    </form>
  )
}
