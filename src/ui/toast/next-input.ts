/**
 * Calls `callback` at the next touch or key anywhere in `target`, after the page has handled that event: a render
 * during it would reset the field to its earlier text and lose the character. An input within the first `readMs` is taken
 * up when they are over: it was on its way before anyone could have read the message. Ends by `signal`.
 */
export function onNextInput(
  target: EventTarget,
  callback: () => void,
  { readMs, signal }: { readonly readMs: number; readonly signal: AbortSignal },
): void {
  let isRead = false
  let isInput = false
  const end = () => {
    if (isRead && isInput && !signal.aborted) callback()
  }
  setTimeout(() => {
    isRead = true
    end()
  }, readMs)
  const defer = () => {
    setTimeout(() => {
      isInput = true
      end()
    })
  }
  for (const eventType of ['pointerdown', 'input']) {
    target.addEventListener(eventType, defer, { capture: true, once: true, signal })
  }
}
