import { type RefObject, useLayoutEffect } from 'react'

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')
}

/**
 * Characters typed anywhere, and those of a scanner, go into the search field. `onShow` shows it first. Keys with a
 * meaning of their own are excluded: `?` and anything pressed with Control, Alt or Command.
 */
export function useTypeToSearch(field: RefObject<HTMLInputElement | null>, onShow: () => void): void {
  // A layout effect, not after the paint: a scanner types as soon as the screen is visible.
  useLayoutEffect(() => {
    const typed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key.length !== 1 || key === ' ' || key === '?' || ctrlKey || metaKey || altKey) return
      if (isTextField(target) || document.querySelector('dialog[open], [role="dialog"]')) return
      onShow()
      // The character itself arrives in the field, because it gets the focus before the browser inserts it.
      field.current?.focus()
      if (key === '/') event.preventDefault()
    }
    document.addEventListener('keydown', typed)
    return () => document.removeEventListener('keydown', typed)
  }, [field, onShow])
}
