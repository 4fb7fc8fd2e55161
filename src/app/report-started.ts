/** A worker answers at once; this is for one that missed the report, or this page while it took over. */
const AGAIN_MS = 5_000

/**
 * Reports to the service worker that the first screen is shown: the release of this page works on this phone. A
 * release that never reports this is not trusted, and the worker returns to the previous one. The report is repeated
 * until a worker controls this page, because each one has it take over the open pages.
 */
export function reportStarted(): void {
  if (!('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  const parts = scripts.map(({ src }) => src)
  const report = ({ active }: ServiceWorkerRegistration) => {
    active?.postMessage({ type: 'STARTED', parts })
    const again = setInterval(() => {
      if (workers.controller === null) active?.postMessage({ type: 'STARTED', parts })
      else clearInterval(again)
    }, AGAIN_MS)
  }
  // On the first visit the worker is installed later; it gets this report as well.
  workers.ready.then(report, () => undefined)
}
