import { useSyncExternalStore } from 'react'

function watch(tell: () => void): () => void {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

/** Whether the phone itself believes to have a network. It may still not reach our server. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine)
}
