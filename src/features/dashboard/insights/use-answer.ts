import { useEffect } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { answerInsight, receiveAnswers } from '#commands/insight-answers.ts'
import type { InsightAnswer } from '#domain/insights/answers.ts'
import type { Finding } from '#domain/insights/finding.ts'
import { useAction } from '#ui/use-action.ts'

/** Keeps what a person says about a finding; `undefined` takes the answer back. */
export function useAnswer(): (finding: Finding) => (answer: InsightAnswer | undefined) => void {
  const { account, commands } = useAppContext()
  const showFailure = useFailureToast()
  const [, run] = useAction()
  return (finding) => (given) => {
    void run(async () => {
      const result = await answerInsight(account, commands, finding, given ?? null)
      if (result.ok) return
      showFailure(result.refusals[0]?.code ?? 'UNEXPECTED')
    })
  }
}

/** Fetches what the person said on other phones. Without a connection the answers of this phone stand. */
export function useReceivedAnswers(): void {
  const { account, call } = useAppContext()
  useEffect(() => {
    const stop = new AbortController()
    void (async () => {
      const outcome = await call('insights.answers', {})
      if (outcome.kind === 'answered' && !stop.signal.aborted) {
        await receiveAnswers(account.db, outcome.value.answers)
      }
    })()
    return () => stop.abort()
  }, [account, call])
}
