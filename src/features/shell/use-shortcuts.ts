import { useLayoutEffect } from 'react'

export type Shortcut = 'search' | 'keys'

/** Ctrl+K (or Command+K) searches from anywhere; `?` shows the keys, unless somebody is writing. */
export function useShortcuts(open: (shortcut: Shortcut) => void): void {
  // Not after the paint: whoever sees the screen may press at once.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event
      const search = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
      const writing = target instanceof Element && target.matches('input, textarea, select')
      if (!search && (key !== '?' || writing)) return
      if (document.querySelector('dialog[open], [role="dialog"]')) return
      event.preventDefault()
      open(search ? 'search' : 'keys')
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [open])
}
