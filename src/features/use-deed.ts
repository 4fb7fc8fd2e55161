import { useCallback, useState } from 'react'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { conclude } from './conclude.ts'

/** Runs what one button asks for: whether it runs, and the runner. What nobody foresaw is told as a message. */
export function useDeed(): readonly [
  busy: boolean,
  run: <T>(deed: () => Promise<T>) => Promise<T | undefined>,
] {
  const say = useSay()
  const toast = useToasts((state) => state.show)
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    <T>(deed: () => Promise<T>) =>
      conclude(deed, {
        setBusy,
        tell: (error) => {
          toast({ tone: 'bad', text: say(errorMessage('UNEXPECTED')) })
          // Shows in the console as any other that nobody caught.
          reportError(error)
        },
      }),
    [say, toast],
  )
  return [busy, run]
}
