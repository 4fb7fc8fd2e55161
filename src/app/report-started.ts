/**
 * Tells the service worker that the first screen stands: the release that this page began with works on this phone. One
 * that never says so is not trusted, and its worker goes back to the one before.
 */
export function reportStarted(): void {
  if (!('serviceWorker' in navigator)) return
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  const scriptUrls = scripts.map(({ src }) => src)
  // On the first visit the worker comes later; it hears of this start all the same.
  navigator.serviceWorker.ready.then(
    ({ active }) => active?.postMessage({ type: 'STARTED', parts: scriptUrls }),
    () => undefined,
  )
}
