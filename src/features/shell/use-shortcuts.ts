import { useLayoutEffect } from 'react'

export type Shortcut = 'search' | 'keys'

/** Ctrl+K (or Command+K) searches from anywhere; `?` shows the keys, unless the person is typing. */
export function useShortcuts(open: (shortcut: Shortcut) => void): void {
  // A layout effect, not after the paint: the person may press a key as soon as the screen is visible.
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
