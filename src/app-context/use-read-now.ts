import { useObservable } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { type FirstRead, readThenWatch } from '#data/watch.ts'

/**
 * `useLiveQuery` for what answers a touch or a key: the read begins while the screen renders, not after its first paint.
 * What was read `before` the render, for example as a finger went down, is its result at once.
 */
export function useReadNow<T>(
  read: () => Promise<T>,
  dependencies: readonly unknown[],
  before?: () => FirstRead<T> | undefined,
): T | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: given by the caller, as to a hook of React
  const watched = useMemo(() => readThenWatch(read, before?.()), [...dependencies]) // oxlint-disable-line react-hooks/exhaustive-deps, react/use-memo -- likewise
  const latest = useObservable(
    () => ({
      hasValue: () => false,
      subscribe: (
        next: (read: { readonly of: typeof watched; readonly value: T }) => void,
        fail?: (error: unknown) => void,
      ) =>
        watched.subscribe(
          (value) => next({ of: watched, value }),
          (error) => fail?.(error),
        ),
    }),
    [watched],
  )
  if (latest?.of !== watched && watched.hasValue()) return watched.getValue()
  return latest?.value
}
