import { Workbox } from 'workbox-window'

const HOUR_MS = 60 * 60 * 1000
/** Opening the app again and again checks for a new version no more often than this. */
const MIN_CHECK_INTERVAL_MS = 15 * 60 * 1000
/** How soon a first installation that failed begins again, each time twice as late; what has arrived by then is not fetched twice. */
const INSTALL_AGAIN_MS = 15_000

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

/** Resolves once the app has a worker, or with false when its first one failed to install. */
async function hasWorker(registration: ServiceWorkerRegistration): Promise<boolean> {
  const first = registration.installing
  if (registration.active || !first) return true
  return await new Promise((resolve) => {
    first.addEventListener('statechange', () => {
      if (first.state === 'activated') resolve(true)
      if (first.state === 'redundant') resolve(registration.active !== null)
    })
  })
}

/**
 * Registers the service worker, again until its first installation succeeds: one file that does not arrive ends an
 * installation, and without a line the worker cannot even be asked for. Rejects where the browser blocks workers: the
 * app works, only not offline.
 */
export async function registerWorker(listeners: UpdateListeners): Promise<void> {
  let pauseMs = INSTALL_AGAIN_MS
  while (!(await tryToRegister(listeners).catch(failsWithoutLine))) {
    await new Promise((over) => setTimeout(over, pauseMs))
    pauseMs = Math.min(2 * pauseMs, MIN_CHECK_INTERVAL_MS)
  }
}

/** Whether the app has a worker now. */
async function tryToRegister(listeners: UpdateListeners): Promise<boolean> {
  const registration = await requestWorker(listeners)
  if (!registration) return true
  if (!(await hasWorker(registration))) return false
  scheduleUpdateChecks(registration)
  return true
}

/** A browser that blocks workers rejects with other errors than one whose request was cut or took too long. */
function failsWithoutLine(error: unknown): false {
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError'))
    return false
  throw error
}

/** One request for the worker, with what the page wants to hear of its versions. */
async function requestWorker({ onNewVersion, onReplaced }: UpdateListeners) {
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
  if (registration) onLaterVersion(registration, offerUpdate)
  return registration
}
