import { useState } from 'react'
import { useAiServer } from '#app-context/ai-server.ts'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { useAiState } from '#blocks/ai-consent/use-ai-state.ts'
import type { SuggestedCategory } from '#domain/expenses/suggest-category.ts'

/** What the server is asked: what was bought, and the categories of the company by their shown names. */
export type AskedCategory = {
  readonly descriptions: readonly string[]
  readonly categories: readonly { readonly id: string; readonly name: string }[]
}

const [MOST_DESCRIPTIONS, MOST_CATEGORIES] = [20, 100]

function shorten(text: string, most: number): string {
  return text.slice(0, most)
}

/** Consent, quota and the suggestion of a provider. */
export function useAiCategory(language: 'en' | 'sw') {
  const { call } = useAppContext()
  const ai = useAiState(useAiServer(language))
  const { state, unread, reload, replace, failure, fail, busy, run, choose } = ai
  const [suggested, setSuggested] = useState<readonly SuggestedCategory[]>()

  const ask = ({ descriptions, categories }: AskedCategory) =>
    run(async () => {
      const outcome = await call('insights.category', {
        descriptions: descriptions.slice(0, MOST_DESCRIPTIONS).map((text) => shorten(text, 255)),
        categories: categories
          .slice(0, MOST_CATEGORIES)
          .map(({ id, name }) => ({ id, name: shorten(name, 100) })),
      })
      if (outcome.kind !== 'answered') {
        await fail('request', failureCode(outcome))
        return
      }
      const { suggestions, quota } = outcome.value
      if (state) replace({ ...state, quota })
      setSuggested(suggestions)
    })

  return { state, unread, reload, suggested, failure, busy, choose, ask }
}
