import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { EXPENSE_CATEGORIES } from '#domain/expenses/expense.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { useCategories } from './categories/use-categories.ts'

type Props = {
  readonly form: QuickExpenseForm
  readonly onChange: (changed: Partial<QuickExpenseForm>) => void
  readonly error: string | undefined
}

/** Chooses a category: the usual ones by their codes, those of the company by their ids. Switched off ones are left out. */
export function CategoryField({ form, onChange, error }: Props) {
  const { t } = useLingui()
  const value = form.categoryId ?? form.category
  const choices = (useCategories() ?? [])
    .map(({ id, code, active, shownName }) => {
      const isDefault = EXPENSE_CATEGORIES.some((known) => known === code)
      return { value: isDefault ? code : id, label: shownName, active }
    })
    // One that was chosen before it was switched off stays chosen.
    .filter((choice) => choice.active || choice.value === value)
  const choose = (chosen: string) => {
    const category = EXPENSE_CATEGORIES.find((known) => known === chosen)
    if (category || chosen === '') onChange({ category: category ?? '', categoryId: undefined })
    else onChange({ category: 'OTHER', categoryId: chosen })
  }
  return (
    <NativeSelect
      label={t`Category`}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
      error={error}
      data={[
        { value: '', label: t`Choose a category` },
        ...choices.map(({ value: known, label }) => ({ value: known, label })),
      ]}
      withAsterisk
    />
  )
}
