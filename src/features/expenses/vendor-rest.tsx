import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ExpenseVendor } from '#domain/expenses/expense.ts'
import { knownVendor } from '#domain/expenses/known-vendor.ts'
import type { ExtraVendorFields, QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { Switch } from '#ui/switch/switch.tsx'
import classes from './expenses.module.css'

type Props = {
  readonly form: QuickExpenseForm
  /** The vendor of the edited expense. */
  readonly edited: ExpenseVendor | undefined
  readonly onChange: (field: keyof ExtraVendorFields, rest: Partial<ExtraVendorFields>) => void
  readonly onForeign: (foreign: boolean) => void
  readonly errorAt: (path: string) => ReactNode
}

const FIELDS = ['vatNumber', 'phone', 'serial'] as const

/**
 * What a receipt or the vendor's record says of the vendor, and is seldom typed: whether it is foreign, and its numbers;
 * collapsed until the person opens them or one is refused.
 */
export function VendorRestFields({ form, edited, onChange, onForeign, errorAt }: Props) {
  const { t } = useLingui()
  const names = {
    vatNumber: t`Vendor's VRN`,
    phone: t`Vendor's phone number`,
    serial: t`Serial number`,
  }
  const [opened, setOpened] = useState(false)
  const known = knownVendor(form, edited)
  const isNew = form.vendorId === undefined
  // The number of a foreign vendor is refused until it is said to be one.
  const refused =
    (isNew && errorAt('vendor.taxNumber') !== undefined) ||
    FIELDS.some((field) => errorAt(`vendor.${field}`) !== undefined)
  if (refused && !opened) setOpened(true)
  return (
    <details className={classes.more} open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t`More about the vendor`}</summary>
      <div className="stack">
        {/* A vendor of the company is one or the other by its record. */}
        {opened && isNew ? (
          <Switch
            label={t`Foreign vendor: the TIN is not from Tanzania`}
            on={form.vendorForeign ?? false}
            onChange={onForeign}
          />
        ) : null}
        {opened
          ? FIELDS.map((field) => (
              <TextInput
                key={field}
                label={names[field]}
                description={t`Optional`}
                value={form.vendorRest?.[field] ?? known[field]}
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
