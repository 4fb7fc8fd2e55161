import { useCallback, useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { InsightTask } from '#contract/insight-endpoints.ts'
import { CONSENT_VERSION } from '#domain/insights/ai-refusals.ts'
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

/** Consent, quota and the task of wording, as the server has them. Every step that fails gives its code. */
export function useAiWording(language: 'en' | 'sw') {
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('insights.state', {})), [call])
  const { value: state, failure, reload, replace } = useServerAnswer(load)
  const [worded, setWorded] = useState<Worded>()
  const [code, setCode] = useState<string>()
  const [busy, setBusy] = useState(false)
  const unmounted = useRef(false)
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
    }
  }, [])

  const steps = async (work: () => Promise<void>) => {
    setBusy(true)
    setCode(undefined)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }

  const choose = (choice: 'granted' | 'declined', text: string) =>
    steps(async () => {
      const outcome = await call('insights.consent', { choice, language, textVersion: CONSENT_VERSION, text })
      if (outcome.kind !== 'answered') {
        setCode('AI_CONSENT_NOT_SAVED')
        return
      }
      replace(outcome.value)
      if (choice === 'declined') setWorded(undefined)
    })

  const request = (findings: readonly NamedFinding[]) =>
    steps(async () => {
      const asked = findings.slice(0, MOST_FACTS)
      const outcome = await call('insights.request', { language, facts: sentFacts(asked) })
      if (outcome.kind !== 'answered') {
        const refused = failureCode(outcome)
        if (refused === 'TOO_MANY_REQUESTS') setCode('AI_TOO_MANY_REQUESTS')
        else setCode(refused.startsWith('AI_') ? refused : 'AI_REQUEST_FAILED')
        return
      }
      await follow(outcome.value, asked)
    })

  const follow = async (first: InsightTask, asked: readonly NamedFinding[]) => {
    let task = first
    let failed = 0
    for (let checks = 0; task.status === 'queued' || task.status === 'running'; checks += 1) {
      if (unmounted.current) return
      if (checks >= MOST_CHECKS) {
        setCode('AI_TASK_FAILED')
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
      const refused = failureCode(outcome)
      setCode(refused.startsWith('AI_') ? refused : 'AI_STATUS_FAILED')
      return
    }
    const { quota } = task
    if (state) replace({ ...state, quota })
    if (task.status === 'failed') setCode(task.failure ?? 'AI_TASK_FAILED')
    else setWorded(wordedFrom(task, asked, first.cached))
  }

  return { state, failure, reload, worded, code, busy, choose, request }
}
