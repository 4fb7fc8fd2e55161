/**
 * Tells once somebody touches or types anywhere in `place`, after the page has dealt with that deed: what is drawn
 * anew in the midst of it would draw the field as it was before the letter, which would be lost. Ends by `signal`.
 */
export function onNextDeed(place: EventTarget, tell: () => void, signal: AbortSignal): void {
  const later = () => {
    setTimeout(() => {
      if (!signal.aborted) tell()
    })
  }
  for (const deed of ['pointerdown', 'input']) {
    place.addEventListener(deed, later, { capture: true, once: true, signal })
  }
}
