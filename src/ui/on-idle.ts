import { startTransition, useEffect, useState } from 'react'

/** Where a browser does not say when it is idle. */
const PROBABLY_IDLE_MS = 300
const LATEST_MS = 1000
/** One who only passes through a screen has touched the next place by then. */
const STAYED_MS = 300

/** Calls `next` once the browser has nothing better to do, at the latest after a second; the returned function prevents it. */
export function onIdle(next: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(next, PROBABLY_IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(next, { timeout: LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}

/**
 * Calls `next` once nothing has prevented it for a moment and the browser is idle: for what is below the first sight, while
 * a person types or passes through. The returned function prevents it.
 */
export function onPause(next: () => void): () => void {
  let cancelIdle: (() => void) | undefined
  const timer = setTimeout(() => {
    cancelIdle = onIdle(next)
  }, STAYED_MS)
  return () => {
    clearTimeout(timer)
    cancelIdle?.()
  }
}

/**
 * Whether the person stayed on the screen after it was `ready`, without touching anything for a moment, and the browser has
 * become idle: then it is time for what is below the first sight. The next touch interrupts the rendering of it.
 */
export function useStayed(ready: boolean): boolean {
  const [stayed, setStayed] = useState(false)
  useEffect(() => {
    if (!ready || stayed) return undefined
    let cancel: () => void = () => undefined
    const wait = () => {
      cancel()
      cancel = onPause(() => startTransition(() => setStayed(true)))
    }
    wait()
    addEventListener('pointerdown', wait, { capture: true, passive: true })
    return () => {
      removeEventListener('pointerdown', wait, { capture: true })
      cancel()
    }
  }, [ready, stayed])
  return stayed
}
