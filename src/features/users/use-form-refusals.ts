import { type RefObject, useCallback, useRef, useState } from 'react'
import type { FieldRefusal } from '#domain/refusal.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'

/** What was refused of a form: its words at each field, and the focus at the first. */
export function useFormRefusals(): {
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly errorAt: (path: string) => string | undefined
  readonly refuse: (refusals: readonly FieldRefusal<string>[]) => void
  /** Takes away what was said about fields that are being mended. */
  readonly forget: (paths: readonly string[]) => void
} {
  const formRef = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const errorAt = useFieldErrors(refusals)
  const refuse = useCallback((found: readonly FieldRefusal<string>[]) => {
    setRefusals(found)
    focusFirstError(formRef.current)
  }, [])
  const forget = useCallback((paths: readonly string[]) => {
    setRefusals((before) => before.filter(({ path }) => path !== '' && !paths.includes(path)))
  }, [])
  return { formRef, errorAt, refuse, forget }
}
