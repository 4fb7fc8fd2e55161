import { useToasts } from '#ui/toast/toast-store.ts'
import { pagePorts } from './page-ports.ts'

/** Longest time that a message waits for another one to disappear. */
const MAX_WAIT_MS = 8_000

/** Shows a message in the app once no other is shown, so that the result of the person's last action comes first. */
export async function queueToast(text: string, tone: 'good' | 'bad'): Promise<void> {
  const toastGone = new AbortController()
  const unsubscribe = useToasts.subscribe(({ shown }) => {
    if (shown === null) toastGone.abort()
  })
  if (useToasts.getState().shown !== null) await pagePorts.wait(MAX_WAIT_MS, toastGone.signal)
  unsubscribe()
  useToasts.getState().show({ text, tone })
}
