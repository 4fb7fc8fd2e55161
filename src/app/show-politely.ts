import { useToasts } from '#ui/toast/toast-store.ts'
import { environment } from './environment.ts'

/** Longest time that news waits for another message to go. */
const POLITE_MS = 8_000

/** Shows a message in the app once no other stands there: what the person just did comes first. */
export async function showPolitely(text: string, tone: 'good' | 'bad'): Promise<void> {
  const free = new AbortController()
  const leave = useToasts.subscribe(({ shown }) => {
    if (shown === null) free.abort()
  })
  if (useToasts.getState().shown !== null) await environment.wait(POLITE_MS, free.signal)
  leave()
  useToasts.getState().show({ text, tone })
}
