import { hasRegistry } from '#data/has-registry.ts'
import type { RouteContext } from '#routes/-route-context.ts'
import type { LocalSessionStore } from '#session/local-session-store.ts'
import type { SessionEvent } from '#session/session-event.ts'
import { isModuleLoadError, loadModule } from '#ui/load-module.ts'
import type { AccountRuntime } from './open-account-runtime.ts'
import { pageSessionDeps } from './session-deps.ts'

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
  let callsFailed = false
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

  /** What the login needs; `undefined` when it could not be loaded: the next attempt asks for it again. */
  async function accountCalls() {
    try {
      if (!callsFailed) return await loadModule(loadAccountCalls)
      return await (await import('#ui/load-module-again.ts')).loadModuleAgain(loadAccountCalls)
    } catch (error) {
      if (!isModuleLoadError(error)) throw error
      callsFailed = true
      return undefined
    }
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
    login: async (form, sent) => {
      const calls = await accountCalls()
      return calls ? await calls.tryLogin(deps, form, sent) : { code: 'NETWORK_UNREACHABLE' }
    },
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
