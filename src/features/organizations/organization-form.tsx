import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { OrganizationRow } from '#contract/administration.ts'
import { nineDigits, normalizePhone } from '#domain/identity/phone.ts'
import { checkOrganization, type OrganizationFields } from '#domain/organizations/check-organization.ts'
import { usePorts } from '#ui/ports.ts'

const EMPTY: OrganizationFields = { name: '', ownerName: '', ownerPhone: '', ownerEmail: '' }

type Props = {
  /** The organization to change; absent for a new one. */
  readonly organization?: OrganizationRow
  readonly onSaved: (organization: OrganizationRow) => void
}

/** The fields of an organization (spec §3). Typed values stay when the server cannot be reached. */
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
  const form = useServerForm({
    initial:
      base === null
        ? EMPTY
        : { ...base, ownerPhone: nineDigits(normalizePhone(base.ownerPhone) ?? '') || base.ownerPhone },
    check: checkOrganization,
    send: (fields) => call('organizations.save', { id, base, fields }),
    onDone: onSaved,
  })
  return (
    <ServerFormFrame of={form} action={t`Save`}>
      <TextInput label={t`Organization name`} withAsterisk {...form.textField('name')} />
      <TextInput label={t`Owner's name`} withAsterisk {...form.textField('ownerName')} />
      <TextInput
        label={t`Owner's phone number`}
        description={t`9 digits, without the leading 0`}
        inputMode="tel"
        withAsterisk
        {...form.textField('ownerPhone')}
      />
      <TextInput
        label={t`Owner's email`}
        inputMode="email"
        autoCapitalize="none"
        withAsterisk
        {...form.textField('ownerEmail')}
      />
    </ServerFormFrame>
  )
}
