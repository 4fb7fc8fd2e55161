import { useSyncExternalStore } from 'react'
import type { ColorScheme } from './preferences.ts'

const DARK = '(prefers-color-scheme: dark)'

function subscribe(notify: () => void): () => void {
  const query = window.matchMedia(DARK)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** The colours to show: the person's choice, or the phone's setting. */
export function useColorScheme(chosen: ColorScheme): 'light' | 'dark' {
  const dark = useSyncExternalStore(subscribe, () => window.matchMedia(DARK).matches)
  if (chosen !== 'auto') return chosen
  return dark ? 'dark' : 'light'
}
