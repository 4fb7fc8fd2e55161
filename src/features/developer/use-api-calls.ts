import { useCallback } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'

/** The calls of the public API, as the server describes them. */
export function useApiCalls() {
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('developer.description', {})), [call])
  return useServerAnswer(load)
}
