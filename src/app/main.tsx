import { createRoot } from 'react-dom/client'
import { PAINTED_CACHE } from '#domain/app/painted-screen.ts'
import { loadAppMessages, onMissingMessages } from '#i18n/language.ts'
import { makeRouter } from '#routes/-make-router.ts'
import type { SessionEvent } from '#session/session-event.ts'
import { useNewVersion } from '#ui/new-version.ts'
import { AppRoot } from './app-root.tsx'
import { applyPreferences } from './apply-preferences.ts'
import { loadUntilArrived } from './load-until-arrived.ts'
import { localSessionStore, parseUserId } from './local-session.ts'
import { pagePorts } from './page-ports.ts'
import { reportStarted } from './report-started.ts'
import { createSessionController } from './session-controller.ts'
import { followOtherTabs, storedPreferences } from './stored-preferences.ts'
import { trackInstallation } from './track-installation.ts'

const local = localSessionStore(localStorage)
const preferences = storedPreferences(localStorage, local.read()?.user.language, navigator.languages)
const session = createSessionController(local, onEvent)

onMissingMessages((id) => console.error(`no words for message ${id}`))

const router = makeRouter({
  getNavigationSession: () => {
    const storedSession = local.read()
    return { user: storedSession?.user ?? null, mustChangePassword: storedSession?.changePassword ?? false }
  },
  openAppContext: async () => {
    const [opened] = await Promise.all([session.open(), loadAppMessages(preferences.getState().language)])
    return opened
  },
  people: async () => {
    const people = await session.people()
    // The texts of the lock screen are in the catalogue of the screens behind the login.
    if (people.some(({ signInMethod: way }) => way === 'pin'))
      await loadAppMessages(preferences.getState().language)
    return people
  },
  unlock: session.unlock,
  login: session.login,
  prepareLogin: session.prepareLogin,
  changePassword: session.changePassword,
  callPublic: session.callPublic,
  newId: () => pagePorts.newId(),
})

/** A user who signs in, logs out or locks finds and leaves no picture of a screen. */
function forgetPaintedScreens(): void {
  if ('caches' in window) caches.delete(PAINTED_CACHE).catch(() => undefined)
}

/** A session event may change which pages are allowed, so the guards run again. */
function onEvent(event: SessionEvent): void {
  switch (event) {
    case 'signed-in':
    case 'not-signed-in':
      forgetPaintedScreens()
      return
    case 'refresh-refused':
    case 'signed-out':
    case 'locked':
    case 'changed-in-another-tab':
      forgetPaintedScreens()
      session.close()
      router.clearCache()
      void router.invalidate()
      return
    case 'password-change-required':
      void router.invalidate()
      return
  }
}

function onStarted(): void {
  reportStarted()
  const account = async () => (await session.open())?.appContext.account
  import('./after-start.ts').then(({ afterStart }) => afterStart(router, account)).catch(() => undefined)
}

const element = document.querySelector('#root')
if (element) {
  const root = createRoot(element)
  const restored = local.read() ? Promise.resolve() : session.restore()
  void Promise.allSettled([applyPreferences(preferences), restored.then(() => router.load())]).then(() => {
    root.render(<AppRoot router={router} preferences={preferences} onStarted={onStarted} />)
  })
}

window.addEventListener('storage', (event) => {
  if (event.key !== 'user' && event.key !== null) return
  // In another tab the user logged out, or another user logged in.
  if (event.key === null || parseUserId(event.newValue) !== parseUserId(event.oldValue)) {
    onEvent('changed-in-another-tab')
  }
})

followOtherTabs(preferences)
trackInstallation()
/** Makes the app work offline and stay up to date; it never competes with the first screen. */
async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const [{ registerWorker }, { reloadWhenSafe: reloadWhenFree }] = await loadUntilArrived(
    () => Promise.all([import('./register-worker.ts'), import('./reload-when-safe.ts')]),
    // Its own file is enough to work offline; it offers updates from the next start on.
    () => navigator.serviceWorker.register('/sw.js'),
    pagePorts.wait,
  )
  await registerWorker({
    onNewVersion: (update) => useNewVersion.setState({ update }),
    onReplaced: () =>
      reloadWhenFree(router, {
        isSaving: async () =>
          ((await session.open().catch(() => null))?.appContext.account.db.activeOperations ?? 0) > 0,
        wait: pagePorts.wait,
        reload: () => window.location.reload(),
      }),
  })
  const { keepPictures } = await import('./keep-pictures.ts')
  await keepPictures(preferences.getState().language)
}

const startServiceWorker = () => {
  // In a browser that blocks workers the whole app works, but not offline.
  registerServiceWorker().catch(() => undefined)
}
if (document.readyState === 'complete') startServiceWorker()
else window.addEventListener('load', startServiceWorker, { once: true })
