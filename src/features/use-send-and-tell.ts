import { useCallback } from 'react'
import type { SendAnswer } from '#sync/send-and-tell.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAnswerWords } from './use-answer-words.ts'
import { useWorkplace } from './workplace.ts'

/** Answers after which nobody has to do or wait for anything but the line. */
const GOOD: readonly SendAnswer['kind'][] = ['nothing-waits', 'all-sent', 'waits-for-wifi', 'later']

/** Sends and fetches at the touch of a button that has no line of its own for the answer: a message says it. */
export function useSendAndTell(): () => Promise<void> {
  const wordsOf = useAnswerWords('elsewhere')
  const toast = useToasts((state) => state.show)
  const { sendNow } = useWorkplace()
  return useCallback(async () => {
    const answer = await sendNow()
    toast({ tone: GOOD.includes(answer.kind) ? 'good' : 'bad', text: wordsOf(answer) })
  }, [sendNow, toast, wordsOf])
}
