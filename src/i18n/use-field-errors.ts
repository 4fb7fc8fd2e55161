import { useCallback } from 'react'
import type { FieldRefusal } from '#domain/refusal.ts'
import { errorMessage } from './error-messages.ts'
import { useTranslate } from './use-translate.ts'

/** The text at a field: returns the sentence of the first refusal at a path, `undefined` where there is none. */
export function useFieldErrors(
  refusals: readonly FieldRefusal<string>[],
): (path: string) => string | undefined {
  const translate = useTranslate()
  return useCallback(
    (path) => {
      const found = refusals.find((refusal) => refusal.path === path)
      return found && translate(errorMessage(found.code))
    },
    [refusals, translate],
  )
}
