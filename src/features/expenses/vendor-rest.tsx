import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ExtraVendorFields, QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'

type Props = {
  readonly form: QuickExpenseForm
  /** The vendor's data when the form was opened. */
  readonly known: ExtraVendorFields | undefined
  readonly onChange: (field: keyof ExtraVendorFields, rest: Partial<ExtraVendorFields>) => void
  readonly errorAt: (path: string) => string | undefined
}

const FIELDS = ['vatNumber', 'phone', 'serial'] as const

/**
 * Numbers of the vendor that come with a receipt and are not typed here: each has a field only when it was refused,
 * for as long as the form is open.
 */
export function VendorRestFields({ form, known, onChange, errorAt }: Props) {
  const { t } = useLingui()
  const names = {
    vatNumber: t`Vendor's VRN`,
    phone: t`Vendor's phone number`,
    serial: t`Serial number`,
  }
  const [asked, setAsked] = useState<readonly (keyof ExtraVendorFields)[]>([])
  const refused = FIELDS.filter((field) => !asked.includes(field) && errorAt(`vendor.${field}`) !== undefined)
  if (refused.length > 0) setAsked([...asked, ...refused])
  return FIELDS.filter((field) => asked.includes(field)).map((field) => (
    <TextInput
      key={field}
      label={names[field]}
      description={t`Optional`}
      value={form.vendorRest?.[field] ?? form.seller?.[field] ?? known?.[field] ?? ''}
      onChange={(event) => onChange(field, { ...form.vendorRest, [field]: event.currentTarget.value })}
      error={errorAt(`vendor.${field}`)}
      autoComplete="off"
    />
  ))
}
