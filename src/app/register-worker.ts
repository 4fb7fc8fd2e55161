import { Workbox } from 'workbox-window'

const HOUR_MS = 60 * 60 * 1000
/** Opening the app again and again checks for a new version no more often than this. */
const MIN_CHECK_INTERVAL_MS = 15 * 60 * 1000

type UpdateListeners = {
  /** A new version waits; the function activates it, and the page reloads once it has taken over. */
  readonly onNewVersion: (update: () => void) => void
  /** Another window activated a new version: this one has to reload when that interrupts no work. */
  readonly onReplaced: () => void
}

/** Checks for a new version in the background: every hour, and whenever the app becomes visible. */
function scheduleUpdateChecks(registration: ServiceWorkerRegistration): void {
  let lastCheckedAt = Date.now()
  const checkForUpdate = () => {
    lastCheckedAt = Date.now()
    // Without a connection there is nothing to find.
    registration.update().catch(() => undefined)
  }
  setInterval(checkForUpdate, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    const elapsedMs = Date.now() - lastCheckedAt
    if (document.visibilityState === 'visible' && (elapsedMs > MIN_CHECK_INTERVAL_MS || elapsedMs < 0))
      checkForUpdate()
  })
}

/** Calls `notify` for every version that waits from now on; the library reports only the first one. */
function onLaterVersion(registration: ServiceWorkerRegistration, notify: () => void): void {
  registration.addEventListener('updatefound', () => {
    const installingWorker = registration.installing
    installingWorker?.addEventListener('statechange', () => {
      if (installingWorker.state === 'installed' && registration.active) notify()
    })
  })
}

/** Registers the service worker. Rejects where the browser has none or blocks it: the app works, only not offline. */
export async function registerWorker({ onNewVersion, onReplaced }: UpdateListeners): Promise<void> {
  const worker = new Workbox('/sw.js')
  let updateRequested = false
  // The first worker takes over a page that is already up to date.
  let hadController = navigator.serviceWorker.controller !== null
  const offerUpdate = () =>
    onNewVersion(() => {
      updateRequested = true
      worker.messageSkipWaiting()
    })
  worker.addEventListener('waiting', offerUpdate)
  worker.addEventListener('controlling', () => {
    if (updateRequested) window.location.reload()
    else if (hadController) onReplaced()
    hadController = true
  })
  const registration = await worker.register()
  if (!registration) return
  onLaterVersion(registration, offerUpdate)
  scheduleUpdateChecks(registration)
}
