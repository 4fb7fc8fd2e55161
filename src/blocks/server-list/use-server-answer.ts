import { useCallback, useEffect, useMemo, useState } from 'react'
import { useOnline } from '#ui/use-online.ts'

/** The answer, or the code of the failure. */
export type Loaded<T> = { readonly value: T } | { readonly failure: string }

export type ServerAnswer<T> = {
  /** The last answer; it stays while the next one is loading and when that fails. */
  readonly value: T | undefined
  readonly loading: boolean
  /** Why the newest request failed; `undefined` while it is loading and after it succeeded. */
  readonly failure: string | undefined
  readonly reload: () => void
  /** Shows the server's answer to a change, without asking again. */
  readonly replace: (value: T) => void
}

/**
 * Asks the server whenever `load` is another function, at `reload`, and when the phone has a network again. The
 * answer to an older question is dropped. `load` must be stable between renders.
 */
export function useServerAnswer<T>(load: () => Promise<Loaded<T>>): ServerAnswer<T> {
  const online = useOnline()
  const [attempt, setAttempt] = useState(0)
  // A new object for each new question: another attempt and a network that is back ask again.
  const question = useMemo(() => ({ load, attempt, online }), [load, attempt, online])
  const [value, setValue] = useState<T>()
  const [settled, setSettled] = useState<{ readonly question: object; readonly failure?: string }>()
  useEffect(() => {
    let current = true
    void question
      .load()
      .catch((): Loaded<T> => ({ failure: 'UNEXPECTED' }))
      .then((loaded) => {
        if (!current) return
        if ('failure' in loaded) {
          setSettled({ question, failure: loaded.failure })
        } else {
          setValue(() => loaded.value)
          setSettled({ question })
        }
      })
    return () => {
      current = false
    }
  }, [question])
  const loading = settled?.question !== question
  const failure = loading ? undefined : settled.failure
  const reload = useCallback(() => setAttempt((before) => before + 1), [])
  const replace = useCallback((next: T) => setValue(() => next), [])
  return { value, loading, failure, reload, replace }
}
