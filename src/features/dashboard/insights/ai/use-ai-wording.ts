import { useEffect, useRef, useState } from 'react'
import { useAiServer } from '#app-context/ai-server.ts'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { useAiState } from '#blocks/ai-consent/use-ai-state.ts'
import type { InsightTask } from '#contract/insight-endpoints.ts'
import type { Wording } from '#domain/insights/wording.ts'
import type { NamedFinding } from '../use-insights.ts'

/** What was written, with the findings it was asked about, in their order. */
export type Worded = {
  readonly cached: boolean
  readonly wordings: readonly (Wording & { readonly finding: NamedFinding })[]
}

const CHECK_EVERY_MS = 700
/** Longer than the server lets a task run. */
const MOST_CHECKS = 150
const CHECK_RETRIES = 3
const MOST_FACTS = 10

function sentFacts(findings: readonly NamedFinding[]) {
  return findings.map(({ rule, type, severity, period, figures }, index) => ({
    ...{ id: `f${index + 1}`, rule, type, severity, from: period.from, to: period.to },
    figures: figures.map(({ name, unit, value }) => ({ name, unit, value })),
  }))
}

function wordedFrom(task: InsightTask, findings: readonly NamedFinding[], cached: boolean): Worded {
  const wordings = (task.result ?? []).flatMap((wording) => {
    const finding = findings[Number(wording.id.slice(1)) - 1]
    return finding ? [{ ...wording, finding }] : []
  })
  return { cached, wordings }
}

/** Consent, quota and the task of wording, as the server has them. */
export function useAiWording(language: 'en' | 'sw') {
  const { call } = useAppContext()
  const ai = useAiState(useAiServer(language))
  const { state, unread, reload, replace, failure, setFailure, fail, busy, run } = ai
  const [worded, setWorded] = useState<Worded>()
  const unmounted = useRef(false)
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
    }
  }, [])

  const choose = async (choice: 'granted' | 'declined', text: string) => {
    if ((await ai.choose(choice, text)) && choice === 'declined') setWorded(undefined)
  }

  const request = (findings: readonly NamedFinding[]) =>
    run(async () => {
      const asked = findings.slice(0, MOST_FACTS)
      const outcome = await call('insights.request', { language, facts: sentFacts(asked) })
      if (outcome.kind === 'answered') await follow(outcome.value, asked)
      else await fail('request', failureCode(outcome))
    })

  const follow = async (first: InsightTask, asked: readonly NamedFinding[]) => {
    let task = first
    let failed = 0
    for (let checks = 0; task.status === 'queued' || task.status === 'running'; checks += 1) {
      if (unmounted.current) return
      if (checks >= MOST_CHECKS) {
        setFailure({ code: 'AI_TASK_FAILED' })
        return
      }
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
      const outcome = await call('insights.task', { id: task.id })
      if (outcome.kind === 'answered') {
        task = outcome.value
        failed = 0
        continue
      }
      failed += 1
      if (outcome.kind !== 'refused' && failed < CHECK_RETRIES) continue
      await fail('status', failureCode(outcome))
      return
    }
    const { quota } = task
    if (state) replace({ ...state, quota })
    if (task.status === 'failed') setFailure({ code: task.failure ?? 'AI_TASK_FAILED' })
    else setWorded(wordedFrom(task, asked, first.cached))
  }

  return { state, unread, reload, worded, failure, busy, choose, request }
}
