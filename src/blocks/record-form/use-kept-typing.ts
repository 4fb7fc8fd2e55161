import { useLayoutEffect, useState } from 'react'

/**
 * Whether something was typed when the record of a form was deleted: then the form stays, also when the person takes
 * everything back. Reports to `onUnsaved` what is typed, and nothing any more when the form is gone.
 */
export function useKeptTyping(
  unsaved: boolean,
  deleted: boolean,
  onUnsaved: ((unsaved: boolean) => void) | undefined,
): boolean {
  const [kept, setKept] = useState(false)
  if (deleted && unsaved && !kept) setKept(true)
  if (!deleted && kept) setKept(false)
  useLayoutEffect(() => {
    onUnsaved?.(unsaved)
    return () => onUnsaved?.(false)
  }, [onUnsaved, unsaved])
  return kept
}
