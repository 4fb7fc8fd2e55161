import { useCallback } from 'react'
import type { CallFailure } from '#api/failure.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { failureCode } from './failure-code.ts'

/** Shows why something failed, by its code or by the failed call; `sentence` says around the reason what failed. */
export function useFailureToast(): (
  failure: string | CallFailure,
  sentence?: (reason: string) => string,
) => void {
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  return useCallback(
    (failure, sentence = (reason) => reason) => {
      const code = typeof failure === 'string' ? failure : failureCode(failure)
      toast({ tone: 'bad', code, text: sentence(translate(errorMessage(code))) })
    },
    [translate, toast],
  )
}
