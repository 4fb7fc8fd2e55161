import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 62em)'

function subscribe(notify: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** Whether there is space for two pages beside each other. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}
