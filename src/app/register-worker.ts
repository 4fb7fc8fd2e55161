import { Workbox } from 'workbox-window'

const HOUR_MS = 60 * 60 * 1000
/** Somebody who looks in and out all day asks the server no more often than this. */
const LOOK_AGAIN_MS = 15 * 60 * 1000

type Told = {
  /** A new version waits; the function brings it in, and the page is loaded anew once it is in charge. */
  readonly onNewVersion: (update: () => void) => void
  /** Another window brought a new version in: this one has to be loaded anew when that disturbs nobody. */
  readonly onReplaced: () => void
}

/** Looks for a new version every hour and whenever somebody looks at the app again, in the background. */
function keepLooking(registration: ServiceWorkerRegistration): void {
  let lastAt = Date.now()
  const look = () => {
    lastAt = Date.now()
    // Without a line there is nothing to find.
    registration.update().catch(() => undefined)
  }
  setInterval(look, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    const passed = Date.now() - lastAt
    if (document.visibilityState === 'visible' && (passed > LOOK_AGAIN_MS || passed < 0)) look()
  })
}

/** Calls for every version that waits from now on; the library tells of the first one only. */
function onLaterVersions(registration: ServiceWorkerRegistration, tell: () => void): void {
  registration.addEventListener('updatefound', () => {
    const found = registration.installing
    found?.addEventListener('statechange', () => {
      if (found.state === 'installed' && registration.active) tell()
    })
  })
}

/** Registers the service worker. Rejects where the browser has none or blocks it: the app works, only not offline. */
export async function registerWorker({ onNewVersion, onReplaced }: Told): Promise<void> {
  const worker = new Workbox('/sw.js')
  let wanted = false
  // The first worker takes over a page that is already current.
  let controlled = navigator.serviceWorker.controller !== null
  const offer = () =>
    onNewVersion(() => {
      wanted = true
      worker.messageSkipWaiting()
    })
  worker.addEventListener('waiting', offer)
  worker.addEventListener('controlling', () => {
    if (wanted) window.location.reload()
    else if (controlled) onReplaced()
    controlled = true
  })
  const registration = await worker.register()
  if (!registration) return
  onLaterVersions(registration, offer)
  keepLooking(registration)
}
