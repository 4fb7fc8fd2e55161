/**
 * Registers the service worker once the page is at rest, so that the precache never competes with the first screen.
 * `onNewVersion` gets the function that brings a new version in: it reloads the page.
 */
export function registerWorker(onNewVersion: (update: () => void) => void): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const register = async () => {
    const { Workbox } = await import('workbox-window')
    const worker = new Workbox('/sw.js')
    let wanted = false
    worker.addEventListener('waiting', () =>
      onNewVersion(() => {
        wanted = true
        worker.messageSkipWaiting()
      }),
    )
    worker.addEventListener('controlling', (event) => {
      // The first worker takes over a page that is already current.
      if (event.isUpdate || wanted) window.location.reload()
    })
    await worker.register()
  }
  const begin = () => {
    // A browser that blocks workers still has the whole app, only not offline.
    register().catch(() => undefined)
  }
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}
