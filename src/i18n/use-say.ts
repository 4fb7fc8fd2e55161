import { useLingui } from '@lingui/react'
import type { Say } from './date-words.ts'

/** Shows descriptors in the language of the screen, and again when the language changes. */
export function useSay(): Say {
  const { i18n } = useLingui()
  return (descriptor) => i18n._(descriptor)
}
