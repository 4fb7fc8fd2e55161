import { type RefObject, useEffect } from 'react'

/** The key `/` goes to the search field, unless a person types in another field or a sheet is open. */
export function useSlashToSearch(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey) return
      const isTyping =
        target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select')
      if (isTyping || document.querySelector('dialog[open], [role="dialog"]')) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [field])
}
