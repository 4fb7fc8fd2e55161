import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { SuggestedCategory } from '#domain/expenses/suggest-category.ts'
import { CONSENT_VERSION } from '#domain/insights/ai-refusals.ts'

/** What the server is asked: what was bought, and the categories of the company by their shown names. */
export type AskedCategory = {
  readonly descriptions: readonly string[]
  readonly categories: readonly { readonly id: string; readonly name: string }[]
}

const [MOST_DESCRIPTIONS, MOST_CATEGORIES] = [20, 100]

function shorten(text: string, most: number): string {
  return text.slice(0, most)
}

/** Consent, quota and the suggestion of a provider. Every step that fails gives its code. */
export function useAiCategory(language: 'en' | 'sw') {
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('insights.state', {})), [call])
  const { value: state, failure, reload, replace } = useServerAnswer(load)
  const [suggested, setSuggested] = useState<readonly SuggestedCategory[]>()
  const [code, setCode] = useState<string>()
  const [busy, setBusy] = useState(false)

  const choose = async (choice: 'granted' | 'declined', text: string) => {
    setBusy(true)
    setCode(undefined)
    const outcome = await call('insights.consent', { choice, language, textVersion: CONSENT_VERSION, text })
    if (outcome.kind === 'answered') replace(outcome.value)
    else setCode('AI_CONSENT_NOT_SAVED')
    setBusy(false)
  }

  const ask = async ({ descriptions, categories }: AskedCategory) => {
    setBusy(true)
    setCode(undefined)
    const outcome = await call('insights.category', {
      descriptions: descriptions.slice(0, MOST_DESCRIPTIONS).map((text) => shorten(text, 255)),
      categories: categories
        .slice(0, MOST_CATEGORIES)
        .map(({ id, name }) => ({ id, name: shorten(name, 100) })),
    })
    if (outcome.kind === 'answered') {
      const { suggestions, quota } = outcome.value
      if (state) replace({ ...state, quota })
      setSuggested(suggestions)
    } else {
      const refused = failureCode(outcome)
      if (refused === 'TOO_MANY_REQUESTS') setCode('AI_TOO_MANY_REQUESTS')
      else setCode(refused.startsWith('AI_') ? refused : 'AI_REQUEST_FAILED')
    }
    setBusy(false)
  }

  return { state, failure, reload, suggested, code, busy, choose, ask }
}
