import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 62em)'

function follow(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether there is room for two pages beside each other. */
export function useWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(WIDE).matches)
}
