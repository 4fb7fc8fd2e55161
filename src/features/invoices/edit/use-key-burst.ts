import { type RefObject, useEffect, useRef } from 'react'
import { continueBurst, type KeyBurst } from '#domain/products/key-burst.ts'

/** The keys that were pressed last without a pause, up to Enter: tells a scanner from a person. */
export function useKeyBurst(): RefObject<KeyBurst | undefined> {
  const burst = useRef<KeyBurst>(undefined)
  useEffect(() => {
    const pressed = ({ key, timeStamp }: KeyboardEvent) => {
      // Enter reaches the field before: what it ended is read there.
      if (key === 'Enter') burst.current = undefined
      else if (key.length === 1) burst.current = continueBurst(burst.current, key, timeStamp)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return burst
}
