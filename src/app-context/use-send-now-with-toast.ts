import { useCallback } from 'react'
import type { SendReport } from '#sync/send-report.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAppContext } from './app-context.ts'
import { useSendResultMessage } from './use-send-result-message.ts'

/** Results after which the person need do nothing, except wait for a connection. */
const GOOD: readonly SendReport['kind'][] = ['nothing-waits', 'all-sent', 'waits-for-wifi', 'later']

/** Sends and fetches for a button that has no text of its own for the result: a toast shows it. */
export function useSendNowWithToast(): () => Promise<void> {
  const messageOf = useSendResultMessage('elsewhere')
  const toast = useToasts((state) => state.show)
  const { sendNow } = useAppContext()
  return useCallback(async () => {
    const sendResult = await sendNow()
    toast({ tone: GOOD.includes(sendResult.kind) ? 'good' : 'bad', text: messageOf(sendResult) })
  }, [sendNow, toast, messageOf])
}
