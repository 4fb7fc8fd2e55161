import type { Caller } from '#api/call.ts'
import type { Session } from '#contract/session.ts'
import { guarded } from '#data/guard.ts'
import { readMetas } from '#data/meta.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import type { UsageEvent } from '#domain/analytics/usage.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import type { Opened } from '#routes/-route-context.ts'
import { type Account, openAccount } from '#session/account.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { KickReason } from '#sync/kick-reason.ts'
import type { Usage } from './analytics/create-usage.ts'
import { environment } from './environment.ts'
import type { SyncEngine } from './sync-engine.ts'

export type Place = Opened & { readonly stop: () => void }

/**
 * What this phone holds of a signed-in person. The usual start needs nothing else; when the browser dropped the
 * database, the tokens of local storage bring the session back from the server.
 */
async function readLocally(
  deps: SessionDeps,
  user: CurrentUser,
): Promise<{ readonly account: Account; readonly session: Session } | null> {
  try {
    const account = await openAccount(deps.ports, user.company_id, user.id)
    const [session, tokens, pin] = await guarded(account.db, () =>
      readMetas(account.db, ['session', 'tokens', 'pin']),
    )
    if (session && tokens && !(pin && (await wasLeft(deps, account)))) return { account, session }
    account.db.close()
    const { currentSession } = await import('#session/current-session.ts')
    const current = await currentSession(deps)
    if (current.kind === 'not-kept') throw new Error(current.code)
    return current.kind === 'signed-in' ? current : null
  } catch (error) {
    if (error instanceof DeviceStorageFailure) throw new Error(error.code)
    throw error
  }
}

/** An app that starts after its person was away for long is locked before anything is shown. */
async function wasLeft(deps: SessionDeps, account: Account): Promise<boolean> {
  const { lockIfAway } = await import('#session/lock-account.ts')
  return lockIfAway(deps, account)
}

/** Locks the page when its person goes away; rarely needed at once, and little. */
function lazyIdleLock(account: Account, deps: SessionDeps): () => void {
  let stop: (() => void) | undefined = () => undefined
  void atRest()
    .then(() => import('./idle-lock.ts'))
    .then(({ startIdleLock }) => {
      if (stop) stop = startIdleLock(deps, account)
    })
    .catch(() => undefined)
  return () => {
    stop?.()
    stop = undefined
  }
}

/** Resolves once the browser has nothing better to do, at the latest after a second. */
function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 300)
  })
}

/** Starts the engine when the first screen stands (`atOnce`), or with the first call that needs it. */
function lazyEngine(account: Account, deps: SessionDeps, atOnce: boolean) {
  let engine: Promise<SyncEngine> | undefined
  let stopped = false
  const start = (): Promise<SyncEngine> => {
    engine ??= import('./sync-engine.ts').then(({ startSyncEngine }) => {
      const started = startSyncEngine(account, deps)
      if (stopped) started.stop()
      return started
    })
    // A part that could not be fetched (offline before everything was kept) is asked for again next time.
    engine.catch(() => {
      engine = undefined
    })
    return engine
  }
  if (atOnce) {
    void atRest()
      .then(() => (stopped ? undefined : start()))
      .catch(() => undefined)
  }
  const call: Caller = async (name, input, options) => (await start()).call(name, input, options)
  return {
    kick: (reason: KickReason) => {
      start().then(
        (started) => started.kick(reason),
        () => undefined,
      )
    },
    sendNow: async () => (await start()).sendNow(),
    checkNow: async (opId: string) => (await start()).checkNow(opId),
    call,
    signOut: async () => (await start()).signOut(),
    notifications: async () => (await start()).notifications(),
    stop: () => {
      stopped = true
      engine?.then(
        (started) => started.stop(),
        () => undefined,
      )
    },
  }
}

/** Usage statistics of a person: nothing of them is even loaded before that person has agreed. */
function lazyUsage(account: Account, { user }: Session, call: Caller) {
  let loading: Promise<Usage> | undefined
  const load = () => {
    loading ??= import('./analytics/device-usage.ts').then(({ usage }) => usage)
    return loading
  }
  const noteIfAgreed = async (event: UsageEvent) => {
    const agreed = (await readMetas(account.db, ['usage']))[0]
    if (agreed) (await load()).note(account, user, agreed.setup, event)
  }
  return {
    note: (event: UsageEvent) => {
      // Statistics never disturb.
      noteIfAgreed(event).catch(() => undefined)
    },
    usage: async () => (await load()).choice(account, call),
    leave: () => {
      loading?.then(
        (usage) => usage.leave(),
        () => undefined,
      )
    },
  }
}

/** Opens the place of a signed-in person on this phone; `null` when nobody is signed in after all. */
export async function openPlace(deps: SessionDeps, user: CurrentUser): Promise<Place | null> {
  const local = await readLocally(deps, user)
  if (!local) return null
  const { account, session } = local
  // Administrators have no company to send or fetch for; who must change the password may do nothing before that.
  const engine = lazyEngine(account, deps, account.companyId !== null && !session.mustChangePassword)
  const stopIdleLock = lazyIdleLock(account, deps)
  const statistics = lazyUsage(account, session, engine.call)
  return {
    session,
    stop: () => {
      stopIdleLock()
      statistics.leave()
      engine.stop()
    },
    workplace: {
      account,
      commands: { ports: environment, kick: engine.kick },
      sendNow: engine.sendNow,
      checkNow: engine.checkNow,
      call: engine.call,
      openFile: async (file) => (await import('./open-file.ts')).openAccountFile(deps, account, file),
      leave: engine.signOut,
      pin: async () => (await import('./pin-keeper.ts')).pinKeeper(deps, account),
      people: async () => (await import('#session/people.ts')).listPeople(environment),
      notifications: engine.notifications,
      note: statistics.note,
      usage: statistics.usage,
    },
  }
}
