import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300

/** A value once it has not changed for a moment: a search is not sent for every letter. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
