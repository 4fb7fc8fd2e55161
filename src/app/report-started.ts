/**
 * Reports to the service worker that the first screen is shown: the release of this page works on this phone. A
 * release that never reports this is not trusted, and the worker returns to the previous one.
 */
export function reportStarted(): void {
  if (!('serviceWorker' in navigator)) return
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  const scriptUrls = scripts.map(({ src }) => src)
  // On the first visit the worker is installed later; it gets this report as well.
  navigator.serviceWorker.ready.then(
    ({ active }) => active?.postMessage({ type: 'STARTED', parts: scriptUrls }),
    () => undefined,
  )
}
