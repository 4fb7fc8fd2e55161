import type { RouteContext } from '#routes/-route-context.ts'
import type { LocalSessionStore } from '#session/local-session-store.ts'
import type { SessionEvent } from '#session/session.ts'
import type { Place } from './open-workplace.ts'
import { pageSessionDeps } from './session-deps.ts'

/** `efd_registry` as the data room names it, written out so that looking for it loads no database code. */
const REGISTRY_NAME = 'efd_registry'

/** Whether anybody was ever signed in here: browsers that never had an account load nothing of the database. */
async function hadAccounts(): Promise<boolean> {
  // Older browsers do not tell; then it is looked for.
  if (!('databases' in indexedDB)) return true
  return (await indexedDB.databases()).some(({ name }) => name === REGISTRY_NAME)
}

type Places = Pick<RouteContext, 'people' | 'unlock' | 'login' | 'prepareLogin' | 'changePassword'> & {
  /** The place of whoever local storage names; the same one until somebody else signs in. */
  open(): Promise<Place | null>
  /** Finds out who is signed in when local storage lost it. Never rejects. */
  restore(): Promise<void>
  /** Ends what runs for somebody who is no longer signed in. */
  close(): void
}

/** Database, queue and network: loaded when somebody signs in or is signed in, never for the first paint. */
export function createPlaces(local: LocalSessionStore, onEvent: (event: SessionEvent) => void): Places {
  const deps = pageSessionDeps(local, onEvent)
  const calls = () => import('./account-calls.ts')
  let current: { readonly userId: string; readonly place: Promise<Place | null> } | undefined

  function open(): Promise<Place | null> {
    const user = local.read()?.user
    if (!user) return Promise.resolve(null)
    if (current?.userId === user.id) return current.place
    const place = import('./open-workplace.ts').then(({ openPlace }) => openPlace(deps, user))
    const mine = { userId: user.id, place }
    current = mine
    const forget = () => {
      if (current === mine) current = undefined
    }
    // A place that did not open is tried afresh next time.
    place.then((opened) => opened ?? forget(), forget)
    return place
  }

  async function restore(): Promise<void> {
    try {
      if (!(await hadAccounts())) return
      const { restoreLocalSession } = await import('#session/restore-local-session.ts')
      await restoreLocalSession(deps)
    } catch {
      // Then the person logs in again.
    }
  }

  return {
    open,
    restore,
    close: () => {
      const closing = current
      current = undefined
      closing?.place.then(
        (place) => place?.stop(),
        () => undefined,
      )
    },
    people: async () => {
      try {
        if (!(await hadAccounts())) return []
        return await (await import('#session/people.ts')).listPeople(deps.ports)
      } catch {
        return []
      }
    },
    unlock: async (person, pin) => (await import('#session/unlock.ts')).unlock(deps, person, pin),
    login: async (form) => (await calls()).tryLogin(deps, form),
    prepareLogin: () => {
      // Fetched while the person types; a failure shows when they submit.
      Promise.all([calls(), import('./open-workplace.ts'), import('#features/shell/shell.tsx')]).catch(
        () => undefined,
      )
    },
    changePassword: async (form) => {
      const place = await open()
      if (!place) return 'TOKEN_MISSING'
      const failed = await (await calls()).tryChangePassword(deps, place.workplace.account, form)
      if (failed === undefined) place.workplace.commands.kick('signed-in')
      return failed
    },
  }
}
