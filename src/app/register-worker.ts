import { Workbox } from 'workbox-window'

const HOUR_MS = 60 * 60 * 1000
/** Somebody who looks in and out all day asks the server no more often than this. */
const MIN_CHECK_INTERVAL_MS = 15 * 60 * 1000

type UpdateListeners = {
  /** A new version waits; the function brings it in, and the page is loaded anew once it is in charge. */
  readonly onNewVersion: (update: () => void) => void
  /** Another window brought a new version in: this one has to be loaded anew when that disturbs nobody. */
  readonly onReplaced: () => void
}

/** Looks for a new version every hour and whenever somebody looks at the app again, in the background. */
function scheduleUpdateChecks(registration: ServiceWorkerRegistration): void {
  let lastCheckedAt = Date.now()
  const checkForUpdate = () => {
    lastCheckedAt = Date.now()
    // Without a line there is nothing to find.
    registration.update().catch(() => undefined)
  }
  setInterval(checkForUpdate, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    const elapsedMs = Date.now() - lastCheckedAt
    if (document.visibilityState === 'visible' && (elapsedMs > MIN_CHECK_INTERVAL_MS || elapsedMs < 0))
      checkForUpdate()
  })
}

/** Calls for every version that waits from now on; the library tells of the first one only. */
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
  // The first worker takes over a page that is already current.
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
