import { useCallback, useEffect, useRef, useState } from 'react'

type AddressState<T> = {
  /** The last choice, or a later change of the address. */
  readonly shown: T
  readonly choose: (next: T) => void
  /** The choice that the address does not have yet, for `useWriteAddress`. */
  readonly unwritten: T | undefined
}

/** What a screen shows of its address; a choice is shown before the address has it. */
export function useAddressState<T>(asked: T): AddressState<T> {
  const [{ known, shown, unwritten }, setState] = useState<{ known: T; shown: T; unwritten: T | undefined }>({
    known: asked,
    shown: asked,
    unwritten: undefined,
  })
  const choose = useCallback((next: T) => {
    setState((now) => ({ ...now, shown: next, unwritten: next }))
  }, [])
  if (known === asked) return { shown, choose, unwritten }
  setState({ known: asked, shown: asked, unwritten: undefined })
  return { shown: asked, choose, unwritten: undefined }
}

/** Writes a choice into the address after the paint: changing the address takes the browser as long as rendering the screen. */
export function useWriteAddress<T>(unwritten: T | undefined, write: (next: T) => void): void {
  const writeRef = useRef(write)
  useEffect(() => {
    writeRef.current = write
  })
  useEffect(() => {
    if (unwritten === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => writeRef.current(unwritten))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [unwritten])
}
