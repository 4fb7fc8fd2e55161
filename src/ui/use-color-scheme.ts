import { useSyncExternalStore } from 'react'
import type { ColorScheme } from './preferences.ts'

const DARK = '(prefers-color-scheme: dark)'

function watch(tell: () => void): () => void {
  const query = window.matchMedia(DARK)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

/** The colours to show: what the person chose, or what the phone says. */
export function useColorScheme(chosen: ColorScheme): 'light' | 'dark' {
  const dark = useSyncExternalStore(watch, () => window.matchMedia(DARK).matches)
  if (chosen !== 'auto') return chosen
  return dark ? 'dark' : 'light'
}
