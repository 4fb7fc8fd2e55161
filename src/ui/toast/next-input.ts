/**
 * Tells once somebody touches or types anywhere in `place`, after the page has dealt with that deed: what is drawn
 * anew in the midst of it would draw the field as it was before the letter, which would be lost. Ends by `signal`.
 */
export function onNextInput(target: EventTarget, callback: () => void, signal: AbortSignal): void {
  const defer = () => {
    setTimeout(() => {
      if (!signal.aborted) callback()
    })
  }
  for (const eventType of ['pointerdown', 'input']) {
    target.addEventListener(eventType, defer, { capture: true, once: true, signal })
  }
}
