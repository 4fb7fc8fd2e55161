import { type RefObject, useLayoutEffect } from 'react'

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')
}

/**
 * Letters typed anywhere, and what a scanner writes, go into the search field. `onShow` brings it on the screen first.
 * Keys with a meaning of their own stay out of it: `?` and anything pressed with Control, Alt or Command.
 */
export function useTypeToSearch(field: RefObject<HTMLInputElement | null>, onShow: () => void): void {
  // Not after the paint: a scanner writes as soon as the screen is there.
  useLayoutEffect(() => {
    const typed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key.length !== 1 || key === ' ' || key === '?' || ctrlKey || metaKey || altKey) return
      if (isTextField(target) || document.querySelector('dialog[open], [role="dialog"]')) return
      onShow()
      // The letter itself lands in the field: it has the focus before the browser writes it.
      field.current?.focus()
      if (key === '/') event.preventDefault()
    }
    document.addEventListener('keydown', typed)
    return () => document.removeEventListener('keydown', typed)
  }, [field, onShow])
}
