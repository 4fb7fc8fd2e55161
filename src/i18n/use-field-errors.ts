import { useCallback } from 'react'
import type { FieldRefusal } from '#domain/refusal.ts'
import { errorMessage } from './error-messages.ts'
import { useSay } from './use-say.ts'

/** The words at a field: gives the sentence of the first refusal at a path, `undefined` where there is none. */
export function useFieldErrors(
  refusals: readonly FieldRefusal<string>[],
): (path: string) => string | undefined {
  const say = useSay()
  return useCallback(
    (path) => {
      const found = refusals.find((refusal) => refusal.path === path)
      return found && say(errorMessage(found.code))
    },
    [refusals, say],
  )
}
