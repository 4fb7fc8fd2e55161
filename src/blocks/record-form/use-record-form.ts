import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { Result } from '#domain/result.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { useAction } from '#ui/use-action.ts'
import { useFieldErrors } from '#ui/use-field-errors.tsx'
import { hasUnsavedChanges } from './has-unsaved-changes.ts'

const NO_REFUSALS: readonly FieldRefusal<string>[] = []

/** What every form of a record is given by its screen. */
export type RecordFormProps<Form> = {
  readonly initial?: Partial<Form>
  /** Called on every change of the form. */
  readonly onChange?: (form: Form) => void
  /** Called when the form begins or ceases to have changes that are not saved. */
  readonly onUnsaved?: (unsaved: boolean) => void
  /** What the server refused before: shown at its field, which gets the focus. */
  readonly serverRefusals?: readonly FieldRefusal<string>[]
  readonly saveLabel?: string | undefined
  /** Saves the record; returns the refusals, none when it is saved. */
  readonly onSave: (form: Form) => Promise<readonly FieldRefusal<string>[]>
}

type Rules<Form> = {
  readonly empty: Form
  /** The rule of the domain, asked before `onSave`. */
  readonly check: (form: Form) => Result<unknown, string>
  /** Fields whose error ends when another field changes. */
  readonly dependents?: Readonly<Record<string, readonly string[] | undefined>>
}

/**
 * The state of a form of a record: what is typed, what is refused at which field, and saving. A field shows `initial`
 * until it is changed, so a form that stays open follows the changes of another phone. A changed field loses its error;
 * after a refusal the first refused field has the focus.
 */
export function useRecordForm<Form extends object>(
  { initial, onChange, onUnsaved, serverRefusals = NO_REFUSALS, saveLabel, onSave }: RecordFormProps<Form>,
  { empty, check, dependents = {} }: Rules<Form>,
) {
  const [typed, setTyped] = useState<Partial<Form>>({})
  const record: Form = { ...empty, ...initial }
  const form: Form = { ...record, ...typed }
  const unsaved = hasUnsavedChanges(record, typed)
  const [refusals, setRefusals] = useState(serverRefusals)
  const [busy, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (serverRefusals.length > 0) focusFirstError(formRef.current)
  }, [serverRefusals])
  // Before the next touch or key: one right after the typing may already close the form.
  useLayoutEffect(() => {
    onUnsaved?.(unsaved)
  }, [onUnsaved, unsaved])
  const change = (changed: Partial<Form>) => {
    setTyped((before) => ({ ...before, ...changed }))
    onChange?.({ ...form, ...changed })
    const paths = Object.keys(changed).flatMap((name) => [name, ...(dependents[name] ?? [])])
    setRefusals((before) => before.filter((refusal) => !paths.includes(refusal.path)))
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    // The form of an invoice line may contain this one: only this form is submitted.
    event.stopPropagation()
    const checked = check(form)
    const remaining = checked.ok ? await run(() => onSave(form)) : checked.refusals
    if (!remaining) return
    setRefusals(remaining)
    if (remaining.length > 0) focusFirstError(formRef.current)
  }
  return { form, change, errorAt, frame: { formRef, submit, busy, error: errorAt(''), saveLabel } }
}
