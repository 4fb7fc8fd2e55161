import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import type { CallOutcome } from '#api/failure.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { useAction } from '#ui/use-action.ts'
import { failureCode } from './failure-code.ts'

type Options<Form, Answer> = {
  readonly initial: Form
  /** What is wrong with the form, as far as this phone can tell. */
  readonly check: (form: Form) => readonly FieldRefusal<string>[]
  readonly send: (form: Form) => Promise<CallOutcome<Answer>>
  readonly onDone: (answer: Answer, form: Form) => void | Promise<void>
}

export type ServerForm<Form> = {
  readonly form: Form
  readonly change: (changed: Partial<Form>) => void
  /** The words at a field, all that it lacks; `undefined` where there is nothing to say. */
  readonly errorAt: (path: string) => string | undefined
  /** What concerns the form as a whole. */
  readonly code: string | undefined
  readonly busy: boolean
  readonly submit: (event: SyntheticEvent) => void
  readonly formRef: RefObject<HTMLFormElement | null>
}

/**
 * A form that the server takes at once: it is checked here first, what the server refuses is told at its field, and
 * nothing that was typed is lost whatever happens.
 */
export function useServerForm<Form extends object, Answer>(options: Options<Form, Answer>): ServerForm<Form> {
  const { check, send, onDone } = options
  const translate = useTranslate()
  const [form, setForm] = useState(options.initial)
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [code, setCode] = useState<string>()
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
    const found = check(form)
    if (found.length > 0) {
      show(found)
      return
    }
    void run(async () => {
      const outcome = await send(form)
      if (outcome.kind === 'answered') {
        show([])
        await onDone(outcome.value, form)
        return
      }
      const fields = outcome.kind === 'refused' ? outcome.fields : []
      const atFields = fields.filter(({ path }) => path in form)
      show(atFields, atFields.length > 0 ? undefined : failureCode(outcome))
    })
  }
  return {
    form,
    change: (changed) => {
      setForm((before) => ({ ...before, ...changed }))
      const paths = Object.keys(changed)
      setRefusals((before) => before.filter(({ path }) => !paths.includes(path)))
    },
    errorAt: (path) => {
      const found = refusals.filter((refusal) => refusal.path === path)
      if (found.length === 0) return undefined
      return found.map((refusal) => translate(errorMessage(refusal.code))).join('. ')
    },
    code,
    busy,
    submit,
    formRef,
  }
}
