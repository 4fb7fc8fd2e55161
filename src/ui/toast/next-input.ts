/**
 * Calls `callback` at the next touch or key anywhere in `target`, after the page has handled that event: a render
 * during it would reset the field to its earlier text and lose the character. Ends by `signal`.
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
