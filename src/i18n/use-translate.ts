import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { Translate } from './format-dates.ts'

/** Translates descriptors into the language of the screen; a new function when the language changes. */
export function useTranslate(): Translate {
  // `_` is another function after every change of the language, and only then.
  const { _ } = useLingui()
  return useCallback((descriptor) => _(descriptor), [_])
}
