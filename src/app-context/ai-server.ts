import { useMemo } from 'react'
import { CONSENT_VERSION } from '#domain/insights/ai-refusals.ts'
import { useAppContext } from './app-context.ts'
import { loadedFrom } from './server-answer.ts'

/** What is asked of the server wherever AI is used: consent and quota, and the choice of the person. */
export function useAiServer(language: 'en' | 'sw') {
  const { call } = useAppContext()
  return useMemo(
    () => ({
      readState: async () => loadedFrom(await call('insights.state', {})),
      saveConsent: async (choice: 'granted' | 'declined', text: string) =>
        loadedFrom(await call('insights.consent', { choice, language, textVersion: CONSENT_VERSION, text })),
    }),
    [call, language],
  )
}
