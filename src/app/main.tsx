import { createRoot } from 'react-dom/client'
import { loadWorkplaceWords, onMissingWords } from '#i18n/language.ts'
import { makeRouter } from '#routes/-make-router.ts'
import type { SessionEvent } from '#session/session.ts'
import { useNewVersion } from '#ui/new-version.ts'
import { AppRoot } from './app-root.tsx'
import { environment } from './environment.ts'
import { followInstallation } from './follow-installation.ts'
import { followPreferences } from './follow-preferences.ts'
import { localSessionStore, userIdIn } from './local-session.ts'
import { createPlaces } from './places.ts'
import { languageWasChosen, storedPreferences } from './stored-preferences.ts'
import { tellStarted } from './tell-started.ts'

const local = localSessionStore(localStorage)
const preferences = storedPreferences(localStorage, local.read()?.user.language, navigator.languages)
const places = createPlaces(local, onEvent)

onMissingWords((id) => console.error(`no words for message ${id}`))

const router = makeRouter({
  who: () => {
    const known = local.read()
    return { user: known?.user ?? null, mustChangePassword: known?.changePassword ?? false }
  },
  openWorkplace: async () => {
    const [opened] = await Promise.all([places.open(), loadWorkplaceWords(preferences.getState().language)])
    return opened
  },
  people: async () => {
    const people = await places.people()
    // The words of the lock screen are with those of the screens behind it.
    if (people.some(({ way }) => way === 'pin')) await loadWorkplaceWords(preferences.getState().language)
    return people
  },
  unlock: places.unlock,
  login: places.login,
  prepareLogin: places.prepareLogin,
  changePassword: places.changePassword,
  newId: () => environment.newId(),
})

/** What happens to the session decides where the person may be: the guards look again. */
function onEvent(event: SessionEvent): void {
  switch (event.kind) {
    case 'signed-in':
      if (!languageWasChosen(localStorage)) preferences.setState({ language: event.user.language })
      return
    case 'refresh-refused':
    case 'signed-out':
    case 'locked':
    case 'changed-in-another-tab':
      places.close()
      router.clearCache()
      void router.invalidate()
      return
    case 'password-change-required':
      void router.invalidate()
      return
    case 'password-changed':
    case 'token-refreshed':
    case 'refresh-unreachable':
    case 'nobody-found':
      return
  }
}

const element = document.querySelector('#root')
if (element) {
  const root = createRoot(element)
  const known = local.read() ? Promise.resolve() : places.restore()
  void Promise.allSettled([followPreferences(preferences), known.then(() => router.load())]).then(() => {
    root.render(<AppRoot router={router} preferences={preferences} onStarted={tellStarted} />)
  })
}

window.addEventListener('storage', (event) => {
  if (event.key !== 'user' && event.key !== null) return
  // Another tab logged out, or somebody else logged in there.
  if (event.key === null || userIdIn(event.newValue) !== userIdIn(event.oldValue)) {
    onEvent({ kind: 'changed-in-another-tab', accountId: null })
  }
})

followInstallation()
/** What the page at rest needs to work offline and stay new; it never competes with the first screen. */
async function stayReady(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const [{ registerWorker }, { reloadWhenFree }] = await Promise.all([
    import('./register-worker.ts'),
    import('./reload-when-free.ts'),
  ])
  await registerWorker({
    onNewVersion: (update) => useNewVersion.setState({ update }),
    onReplaced: () =>
      reloadWhenFree(router, {
        isKeeping: async () =>
          ((await places.open().catch(() => null))?.workplace.account.db.guardedWork ?? 0) > 0,
        wait: environment.wait,
        reload: () => window.location.reload(),
      }),
  })
}

const beginStayingReady = () => {
  // A browser that blocks workers still has the whole app, only not offline.
  stayReady().catch(() => undefined)
}
if (document.readyState === 'complete') beginStayingReady()
else window.addEventListener('load', beginStayingReady, { once: true })
