import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { useCategoryChoices } from './categories/use-category-choices.ts'

type Props = {
  readonly form: QuickExpenseForm
  readonly onChange: (changed: Partial<QuickExpenseForm>) => void
  readonly error: ReactNode
}

/** Chooses a category: the usual ones by their codes, those of the company by their ids. Switched off ones are left out. */
export function CategoryField({ form, onChange, error }: Props) {
  const { t } = useLingui()
  const value = form.categoryId ?? form.category
  const { choices, change } = useCategoryChoices()
  // One that was chosen before it was switched off stays chosen.
  const shown = choices.filter((choice) => choice.active || choice.value === value)
  return (
    <NativeSelect
      label={t`Category`}
      value={value}
      onChange={(event) => onChange(change(event.currentTarget.value))}
      error={error}
      data={[
        { value: '', label: t`Choose a category` },
        ...shown.map(({ value: known, label }) => ({ value: known, label })),
      ]}
      withAsterisk
    />
  )
}
