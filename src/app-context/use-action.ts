import { useCallback, useState } from 'react'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { runAction } from './run-action.ts'

/** Runs what one button asks for: whether it runs, and the runner. What nobody foresaw is told as a message. */
export function useAction(): readonly [
  busy: boolean,
  run: <T>(action: () => Promise<T>) => Promise<T | undefined>,
] {
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    <T>(action: () => Promise<T>) =>
      runAction(action, {
        setBusy,
        onError: (error) => {
          toast({ tone: 'bad', text: translate(errorMessage('UNEXPECTED')) })
          // Shows in the console as any other that nobody caught.
          reportError(error)
        },
      }),
    [translate, toast],
  )
  return [busy, run]
}
