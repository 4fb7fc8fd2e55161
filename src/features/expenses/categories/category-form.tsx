import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { RecordForm } from '#blocks/record-form/record-form.tsx'
import { type RecordFormProps, useRecordForm } from '#blocks/record-form/use-record-form.ts'
import { checkCategory, type CategoryForm as Fields } from '#domain/categories/check-category.ts'
import type { ExpenseCategory } from '#domain/expenses/expense.ts'

const EMPTY: Fields = { name: '', code: '', description: '' }

type Props = RecordFormProps<Fields> & {
  /** The code of a default category, which cannot be changed. */
  readonly defaultCode: ExpenseCategory | undefined
  /** What a default category is called while it has no name of its own. */
  readonly usualName: string
}

/** The fields of a category of expenses (spec §3). */
export function CategoryForm({ defaultCode, usualName, ...props }: Props) {
  const { t } = useLingui()
  const { form, change, errorAt, frame } = useRecordForm<Fields>(props, {
    empty: EMPTY,
    check: (fields) => checkCategory(fields, defaultCode),
  })
  return (
    <RecordForm {...frame}>
      <TextInput
        label={t`Category name`}
        value={form.name}
        placeholder={usualName}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorAt('name')}
        autoComplete="off"
        withAsterisk={defaultCode === undefined}
      />
      <TextInput
        label={t`Code`}
        description={
          defaultCode === undefined ? t`2 to 20 letters or digits, for your accountant` : undefined
        }
        value={defaultCode ?? form.code}
        onChange={(event) => change({ code: event.currentTarget.value })}
        error={errorAt('code')}
        autoComplete="off"
        autoCapitalize="characters"
        disabled={defaultCode !== undefined}
        withAsterisk
      />
      <TextInput
        label={t`Description`}
        description={t`Optional`}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={errorAt('description')}
        autoComplete="off"
      />
    </RecordForm>
  )
}
