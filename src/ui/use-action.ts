import { useCallback, useRef, useState } from 'react'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { runAction } from './run-action.ts'
import { useToasts } from './toast/toast-store.ts'

/**
 * The busy state of one button or form, and the function that runs its action. A second run while the first is busy
 * is refused and returns `undefined`. An unexpected error shows as a message, is reported, and returns `undefined`.
 */
export function useAction(): readonly [
  busy: boolean,
  run: <T>(action: () => Promise<T>) => Promise<T | undefined>,
] {
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = useCallback(
    <T>(action: () => Promise<T>) =>
      runAction(action, {
        running,
        setBusy,
        onError: (error) => {
          toast({ tone: 'bad', code: 'UNEXPECTED', text: translate(errorMessage('UNEXPECTED')) })
          // Also reaches the console and the error report, as an uncaught error does.
          reportError(error)
        },
      }),
    [translate, toast],
  )
  return [busy, run]
}
