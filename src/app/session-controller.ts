import type { RouteContext } from '#routes/-route-context.ts'
import type { LocalSessionStore } from '#session/local-session-store.ts'
import type { SessionEvent } from '#session/session.ts'
import type { AccountRuntime } from './open-account-runtime.ts'
import { pageSessionDeps } from './session-deps.ts'

/** `efd_registry` as the data room names it, repeated here so that looking for it loads no database code. */
const REGISTRY_NAME = 'efd_registry'

/** Whether an account was ever signed in here: browsers that never had one do not load the database code. */
async function hasRegistry(): Promise<boolean> {
  // Older browsers cannot list their databases; then the registry has to be opened to find out.
  if (!('databases' in indexedDB)) return true
  return (await indexedDB.databases()).some(({ name }) => name === REGISTRY_NAME)
}

type SessionController = Pick<
  RouteContext,
  'people' | 'unlock' | 'login' | 'prepareLogin' | 'changePassword' | 'callPublic'
> & {
  /** The runtime of the user named in local storage; the same object until another user signs in. */
  open(): Promise<AccountRuntime | null>
  /** Restores the session when local storage lost it. Never rejects. */
  restore(): Promise<void>
  /** Stops what runs for a user who is no longer signed in. */
  close(): void
}

/** Database, queue and network: loaded when a user is signed in or signs in, never for the first paint. */
export function createSessionController(
  local: LocalSessionStore,
  onEvent: (event: SessionEvent) => void,
): SessionController {
  const deps = pageSessionDeps(local, onEvent)
  const loadAccountCalls = () => import('./account-calls.ts')
  let currentRuntime: { readonly userId: string; readonly place: Promise<AccountRuntime | null> } | undefined

  function open(): Promise<AccountRuntime | null> {
    const user = local.read()?.user
    if (!user) return Promise.resolve(null)
    if (currentRuntime?.userId === user.id) return currentRuntime.place
    const runtime = import('./open-account-runtime.ts').then(({ openAccountRuntime: openPlace }) =>
      openPlace(deps, user),
    )
    const entry = { userId: user.id, place: runtime }
    currentRuntime = entry
    const forgetEntry = () => {
      if (currentRuntime === entry) currentRuntime = undefined
    }
    // A runtime that failed to open is tried again next time.
    runtime.then((opened) => opened ?? forgetEntry(), forgetEntry)
    return runtime
  }

  async function restore(): Promise<void> {
    try {
      if (!(await hasRegistry())) return
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
      const previous = currentRuntime
      currentRuntime = undefined
      previous?.place.then(
        (runtime) => runtime?.stop(),
        () => undefined,
      )
    },
    people: async () => {
      try {
        if (!(await hasRegistry())) return []
        return await (await import('#session/device-users.ts')).listDeviceUsers(deps.ports)
      } catch {
        return []
      }
    },
    unlock: async (person, pin) => (await import('#session/unlock.ts')).unlock(deps, person, pin),
    login: async (form) => (await loadAccountCalls()).tryLogin(deps, form),
    prepareLogin: () => {
      // Loaded while the person types; a failure shows when they submit.
      Promise.all([
        loadAccountCalls(),
        import('./open-account-runtime.ts'),
        import('#features/shell/shell.tsx'),
      ]).catch(() => undefined)
    },
    callPublic: async (name, input, options) =>
      (await import('#session/refresh-tokens.ts')).publicCaller(deps, null)(name, input, options),
    changePassword: async (form) => {
      const runtime = await open()
      if (!runtime) return 'TOKEN_MISSING'
      const failed = await (await loadAccountCalls()).tryChangePassword(
        deps,
        runtime.appContext.account,
        form,
      )
      if (failed === undefined) runtime.appContext.commands.requestSync('signed-in')
      return failed
    },
  }
}
