import { useEffect, useMemo, useState } from 'react'
import { type FirstRead, readThenWatch, type Watched } from '#data/watch.ts'

/** What was read last, and of what; or why it could not be read. */
type Latest<T> = { readonly of: Watched<T> } & ({ readonly value: T } | { readonly error: unknown })

/**
 * `useLiveQuery` for what answers a touch or a key: the read begins while the screen renders, not after its first paint.
 * What was read `before` the render, for example as a finger went down, is its result at once. While something else is
 * read, the result is the one before. Throws in the render when it cannot be read.
 */
export function useReadNow<T>(
  read: () => Promise<T>,
  dependencies: readonly unknown[],
  before?: () => FirstRead<T> | undefined,
): T | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: given by the caller, as to a hook of React
  const watched = useMemo(() => readThenWatch(read, before?.()), [...dependencies]) // oxlint-disable-line react-hooks/exhaustive-deps, react/use-memo -- likewise
  const [latest, setLatest] = useState<Latest<T>>()
  useEffect(
    () =>
      watched.subscribe(
        (value) => setLatest({ of: watched, value }),
        (error) => setLatest({ of: watched, error }),
      ),
    [watched],
  )
  if (latest?.of !== watched && watched.hasValue()) {
    const value = watched.getValue()
    setLatest({ of: watched, value })
    return value
  }
  if (latest === undefined) return undefined
  if ('value' in latest) return latest.value
  if (latest.of === watched) throw latest.error
  return undefined
}
