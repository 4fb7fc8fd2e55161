import { createElement, type ReactNode, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import type { CallOutcome } from '#api/failure.ts'
import { retryAtOf } from '#api/retry-at.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { Result } from '#domain/result.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { usePorts } from '#ui/ports.ts'
import { useAction } from '#ui/use-action.ts'
import { FieldErrors } from '#ui/use-field-errors.tsx'
import { formRefusals } from './server-answer.ts'
import { type Saved, stillTyped } from './still-typed.ts'

type Options<Form, Checked, Answer> = {
  /** Fields show it, even when it changes later, until the person types in them; saved fields follow it again. */
  readonly initial: Form
  /** The values to send, or the errors that this phone can find in the form. */
  readonly check: (form: Form) => Result<Checked, string>
  readonly send: (checked: Checked) => Promise<CallOutcome<Answer>>
  readonly onDone: (answer: Answer, checked: Checked) => void | Promise<void>
}

type TextKey<Form> = { [Key in keyof Form]: Form[Key] extends string ? Key : never }[keyof Form] & string

type TextField = {
  readonly value: string
  readonly error: ReactNode
  readonly autoComplete: string
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
}

export type ServerForm<Form> = {
  readonly form: Form
  readonly change: (changed: Partial<Form>) => void
  /** The text at a field with all its errors; `undefined` where there are none. */
  readonly errorAt: (path: string) => ReactNode
  /** Value, error and change of a field that is one line of text. */
  readonly textField: (path: TextKey<Form>) => TextField
  /** What concerns the form as a whole. */
  readonly code: string | undefined
  /** From when the form may be sent again, in milliseconds, where the server said so beside the code. */
  readonly retryAt: number | undefined
  readonly busy: boolean
  readonly submit: (event: SyntheticEvent) => void
  readonly formRef: RefObject<HTMLFormElement | null>
}

function without<Form extends object>(form: Partial<Form>, paths: readonly string[]): Partial<Form> {
  return Object.fromEntries(Object.entries(form).filter(([path]) => !paths.includes(path))) as Partial<Form>
}

/**
 * A form that is sent to the server directly: it is checked here first, a refusal of the server is shown at its
 * field, and typed values are never lost.
 */
export function useServerForm<Form extends object, Checked, Answer>(
  options: Options<Form, Checked, Answer>,
): ServerForm<Form> {
  const { check, send, onDone } = options
  const [typed, setTyped] = useState<Partial<Form>>({})
  const [saved, setSaved] = useState<Saved<Form>>()
  const known = options.initial
  const form: Form = { ...known, ...stillTyped(typed, saved, known) }
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const { clock } = usePorts()
  const [code, setCode] = useState<string>()
  const [retryAt, setRetryAt] = useState<number>()
  const [busy, run] = useAction()
  const formRef = useRef<HTMLFormElement>(null)
  const show = (found: readonly FieldRefusal<string>[], whole?: string) => {
    setRefusals(found)
    setCode(whole)
    if (found.length > 0 || whole !== undefined) focusFirstError(formRef.current)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = check(form)
    if (!checked.ok) {
      show(checked.refusals)
      return
    }
    void run(async () => {
      const outcome = await send(checked.value)
      if (outcome.kind === 'answered') {
        show([])
        setSaved({ sent: form, known })
        await onDone(outcome.value, checked.value)
        return
      }
      setRetryAt(retryAtOf(outcome, clock.now()))
      const found = formRefusals(outcome)
      const atFields = found.filter(({ path }) => path in form)
      show(atFields, atFields.length > 0 ? undefined : found[0]?.code)
    })
  }
  const change = (changed: Partial<Form>) => {
    const paths = Object.keys(changed)
    setTyped((before) => ({ ...before, ...changed }))
    setSaved((before) => before && { ...before, sent: without(before.sent, paths) })
    setRefusals((before) => before.filter(({ path }) => !paths.includes(path)))
    setCode(undefined)
  }
  const errorAt = (path: string) => {
    const found = refusals.filter((refusal) => refusal.path === path)
    if (found.length === 0) return undefined
    return createElement(FieldErrors, { codes: found.map(({ code }) => code) })
  }
  const textField = (path: TextKey<Form>) => ({
    value: String(form[path]),
    error: errorAt(path),
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      // A computed key is not known to be a partial form; its type says that the field is a text.
      change({ [path]: event.currentTarget.value } as Partial<Form>),
  })
  return { form, change, errorAt, textField, code, retryAt, busy, submit, formRef }
}
