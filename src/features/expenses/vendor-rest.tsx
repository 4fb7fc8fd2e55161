import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ExtraVendorFields, QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import classes from './expenses.module.css'

type Props = {
  readonly form: QuickExpenseForm
  /** The vendor's data when the form was opened. */
  readonly known: ExtraVendorFields | undefined
  readonly onChange: (field: keyof ExtraVendorFields, rest: Partial<ExtraVendorFields>) => void
  readonly errorAt: (path: string) => ReactNode
}

const FIELDS = ['vatNumber', 'phone', 'serial'] as const

/**
 * Numbers of the vendor that come with a receipt or with its record and are seldom typed: collapsed until the person
 * opens them or one is refused.
 */
export function VendorRestFields({ form, known, onChange, errorAt }: Props) {
  const { t } = useLingui()
  const names = {
    vatNumber: t`Vendor's VRN`,
    phone: t`Vendor's phone number`,
    serial: t`Serial number`,
  }
  const [opened, setOpened] = useState(false)
  const refused = FIELDS.some((field) => errorAt(`vendor.${field}`) !== undefined)
  if (refused && !opened) setOpened(true)
  return (
    <details className={classes.more} open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t`Vendor's VRN, phone and serial number`}</summary>
      <div className="stack">
        {opened
          ? FIELDS.map((field) => (
              <TextInput
                key={field}
                label={names[field]}
                description={t`Optional`}
                value={form.vendorRest?.[field] ?? form.seller?.[field] ?? known?.[field] ?? ''}
                onChange={(event) =>
                  onChange(field, { ...form.vendorRest, [field]: event.currentTarget.value })
                }
                error={errorAt(`vendor.${field}`)}
                autoComplete="off"
              />
            ))
          : null}
      </div>
    </details>
  )
}
