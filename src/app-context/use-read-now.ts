import { useObservable } from 'dexie-react-hooks'
import { useEffect, useRef } from 'react'
import { type FirstRead, readThenWatch } from '#data/watch.ts'

/**
 * `useLiveQuery` for what answers a touch or a key: the read begins while the screen renders, not after its first paint.
 * The first render has the result already of what was read `before` the screen opened.
 */
export function useReadNow<T>(
  read: () => Promise<T>,
  dependencies: readonly unknown[],
  before?: () => FirstRead<T> | undefined,
): T | undefined {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
  }, [])
  return useObservable(() => readThenWatch(read, isOpen.current ? undefined : before?.()), [...dependencies])
}
