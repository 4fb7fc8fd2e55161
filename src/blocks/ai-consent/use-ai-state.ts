import { useState } from 'react'
import type { InsightState } from '#contract/insight-endpoints.ts'
import { type Loaded, useServerAnswer } from '../server-list/use-server-answer.ts'
import { type AiFailure, type AiStep, readAiFailure } from './ai-failure.ts'

type AiServer = {
  readonly readState: () => Promise<Loaded<InsightState>>
  readonly saveConsent: (choice: 'granted' | 'declined', text: string) => Promise<Loaded<InsightState>>
}

/** Consent and quota as the server has them, the choice, and why the last step failed. `server` must be stable. */
export function useAiState(server: AiServer) {
  const { value: state, failure: unread, reload, replace } = useServerAnswer(server.readState)
  const [failure, setFailure] = useState<AiFailure>()
  const [busy, setBusy] = useState(false)

  /** Runs a step: the failure of the one before is gone. */
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }

  /** Shows why a step failed, after quota and consent are what they are now. */
  const fail = async (step: AiStep, code: string) => {
    const read = await readAiFailure(server.readState, step, code)
    if (read.state) replace(read.state)
    setFailure(read.failure)
  }

  /** Saves the choice; `true` when the server has it. */
  const choose = async (choice: 'granted' | 'declined', text: string): Promise<boolean> => {
    let saved = false
    await run(async () => {
      const answer = await server.saveConsent(choice, text)
      saved = 'value' in answer
      if ('value' in answer) replace(answer.value)
      else await fail('consent', answer.failure)
    })
    return saved
  }

  return { state, unread, reload, replace, failure, setFailure, fail, busy, run, choose }
}
