import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { checkCategory, type CategoryForm as Fields } from '#domain/categories/check-category.ts'
import type { ExpenseCategory } from '#domain/expenses/expense.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { useAction } from '#ui/use-action.ts'

type Props = {
  readonly initial: Fields
  /** The code of a default category, which cannot be changed. */
  readonly defaultCode: ExpenseCategory | undefined
  /** What a default category is called while it has no name of its own. */
  readonly usualName: string
  /** What the server refused before: shown at its field, which gets the focus. */
  readonly serverRefusals: readonly FieldRefusal<string>[]
  /** Keeps the category; gives what stood in the way, nothing when it is kept. */
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}

/** The fields of a category of expenses (spec §3). */
export function CategoryForm({ initial, defaultCode, usualName, serverRefusals, onSave }: Props) {
  const { t } = useLingui()
  const [form, setForm] = useState(initial)
  const [refusals, setRefusals] = useState(serverRefusals)
  const [saving, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (serverRefusals.length > 0) focusFirstError(element.current)
  }, [serverRefusals])
  const change = (changed: Partial<Fields>) => {
    setForm((before) => ({ ...before, ...changed }))
    const paths = Object.keys(changed)
    setRefusals((before) => before.filter((refusal) => !paths.includes(refusal.path)))
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = checkCategory(form, defaultCode)
    const remaining = checked.ok ? await run(() => onSave(form)) : checked.refusals
    if (!remaining) return
    setRefusals(remaining)
    if (remaining.length > 0) focusFirstError(element.current)
  }
  return (
    <form ref={element} onSubmit={submit} noValidate className="stack">
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
